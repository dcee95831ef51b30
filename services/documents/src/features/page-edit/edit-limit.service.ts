import type { Identity } from '@hamkhan/contracts/identity';
import { RateLimits, type Limit } from '@hamkhan/platform/limits/rate-limits';
import { Inject, Injectable } from '@nestjs/common';
import { DOCUMENTS_CONFIG, type DocumentsConfig } from '../../config.js';

const HOUR_MS = 3_600_000;

/** Limits page edits per user: each one is stored, processed by the pipeline and sent to readers. */
@Injectable()
export class EditLimit {
  private readonly limit: Limit;

  constructor(
    private readonly limits: RateLimits,
    @Inject(DOCUMENTS_CONFIG) config: DocumentsConfig,
  ) {
    this.limit = {
      name: 'edits',
      max: config.EDITS_PER_HOUR,
      windowMs: HOUR_MS,
      error: 'EDITING.TOO_MANY',
    };
  }

  /** Counts one edit. @throws EDITING.TOO_MANY, with `retry_after` in seconds; COMMON.UNAVAILABLE if Redis is unavailable */
  take(user: Pick<Identity, 'userId'>): Promise<void> {
    return this.limits.consume(this.limit, user.userId);
  }
}
