import type { EventEnvelope } from '@hamkhan/contracts/events/envelope';
import type { EventData } from '@hamkhan/contracts/events/registry';
import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { KnownUsersRepository } from './known-users.repository.js';

/** Keeps who is who, so that no call of ours has to ask auth. */
@Injectable()
export class KnownUsersService {
  constructor(private readonly users: KnownUsersRepository) {}

  /** Takes the facts of an event unless newer ones are known. */
  async remember(event: EventEnvelope<EventData<'auth.user.registered'>>, tx: Tx): Promise<void> {
    const { userId, username, fullName } = event.data;
    const known = await this.users.versionOf(userId, tx);
    if (known !== null && known >= event.aggregateVersion) return;
    await this.users.save({ _id: userId, username, fullName, version: event.aggregateVersion }, tx);
  }
}
