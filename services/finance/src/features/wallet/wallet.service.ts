import { Injectable } from '@nestjs/common';
import { LedgerRepository } from './ledger.repository.js';

@Injectable()
export class WalletService {
  constructor(private readonly ledger: LedgerRepository) {}

  /** The sum of the ledger, in whole Tomans (C15). */
  balance(userId: string): Promise<number> {
    return this.ledger.sum(userId);
  }
}
