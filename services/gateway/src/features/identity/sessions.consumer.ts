import { SessionsEnded } from '@hamkhan/contracts/events/auth-events';
import { EventEnvelope } from '@hamkhan/contracts/events/envelope';
import { InjectLogger } from '@hamkhan/platform/platform-module';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { Controller } from '@nestjs/common';
import type { KafkaContext } from '@nestjs/microservices';
import { Ctx, EventPattern } from '@nestjs/microservices';
import { IdentityService } from './identity.service.js';

/**
 * Invalidates cached tokens when sessions end. The gateway has no inbox and parks nothing: a repeated, late or lost event does
 * little harm because the cache is short-lived.
 */
@Controller()
export class SessionsConsumer {
  constructor(
    private readonly identities: IdentityService,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  @EventPattern('auth.session.v1')
  handle(@Ctx() context: KafkaContext): void {
    try {
      const { value } = context.getMessage();
      const event = EventEnvelope.parse(JSON.parse(String(value)));
      if (event.type === 'auth.sessions.ended') {
        this.identities.invalidateUser(SessionsEnded.parse(event.data).userId);
      }
    } catch (error) {
      this.logger.error({ err: error, partition: context.getPartition() }, 'unreadable session event');
    }
  }
}
