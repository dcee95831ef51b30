import type { EventEnvelope } from '@hamkhan/contracts/events/envelope';
import type { EventData } from '@hamkhan/contracts/events/registry';
import { Injectable } from '@nestjs/common';
import type { Tx } from '../mongo/unit-of-work.js';
import { KnownUsersRepository } from './known-users.repository.js';

type UserEvent = EventEnvelope<EventData<'auth.user.registered' | 'auth.user.changed'>>;

@Injectable()
export class KnownUsersService {
  constructor(private readonly users: KnownUsersRepository) {}

  /** Stores the name of an event unless a newer one is stored already. */
  async update({ data, aggregateVersion }: UserEvent, tx: Tx): Promise<void> {
    const version = await this.users.versionOf(data.userId, tx);
    if (version !== null && version >= aggregateVersion) return;
    await this.users.save({ _id: data.userId, fullName: data.fullName, version: aggregateVersion }, tx);
  }

  remove(userId: string, tx: Tx): Promise<void> {
    return this.users.remove(userId, tx);
  }
}
