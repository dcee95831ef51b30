import { EventDispatcher } from '@hamkhan/platform/kafka/event-dispatcher';
import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, KafkaContext } from '@nestjs/microservices';
import { EndedSessionsRepository } from './ended-sessions.repository.js';

/** Stores ended sessions, so that every replica closes their streams. */
@Controller()
export class SessionsConsumer {
  constructor(
    private readonly dispatcher: EventDispatcher,
    private readonly sessions: EndedSessionsRepository,
  ) {}

  @EventPattern('auth.session.v1')
  handle(@Ctx() context: KafkaContext): Promise<void> {
    return this.dispatcher.dispatch(context, 'live', {
      'auth.sessions.ended': ({ data, occurredAt }, tx) =>
        this.sessions.add(data.userId, data.sessionIds, new Date(occurredAt), tx),
    });
  }
}
