import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, KafkaContext } from '@nestjs/microservices';
import { EventDispatcher } from '../kafka/event-dispatcher.js';
import { KnownUsersService } from './known-users.service.js';

@Controller()
export class KnownUsersConsumer {
  constructor(
    private readonly dispatcher: EventDispatcher,
    private readonly users: KnownUsersService,
  ) {}

  @EventPattern('auth.user.v1')
  handle(@Ctx() context: KafkaContext): Promise<void> {
    return this.dispatcher.dispatch(context, 'known-users', {
      'auth.user.registered': (event, tx) => this.users.update(event, tx),
      'auth.user.changed': (event, tx) => this.users.update(event, tx),
      'auth.user.deleted': ({ data }, tx) => this.users.remove(data.userId, tx),
    });
  }
}
