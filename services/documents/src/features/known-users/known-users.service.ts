import type { EventEnvelope } from '@hamkhan/contracts/events/envelope';
import type { EventData } from '@hamkhan/contracts/events/registry';
import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { KnownUsersRepository } from './known-users.repository.js';

type UserEvent = EventEnvelope<EventData<'auth.user.registered' | 'auth.user.changed'>>;

/** Keeps the names of people, so that no call of ours has to ask auth. */
@Injectable()
export class KnownUsersService {
  constructor(private readonly users: KnownUsersRepository) {}

  /** Takes the facts of an event unless newer ones are known. */
  async remember({ data, aggregateVersion }: UserEvent, tx: Tx): Promise<void> {
    const known = await this.users.versionOf(data.userId, tx);
    if (known !== null && known >= aggregateVersion) return;
    await this.users.save({ _id: data.userId, fullName: data.fullName, version: aggregateVersion }, tx);
  }
}
