import type { EventEnvelope } from '@hamkhan/contracts/events/envelope';
import type { EventData } from '@hamkhan/contracts/events/registry';
import { EventDispatcher } from '@hamkhan/platform/kafka/event-dispatcher';
import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Controller } from '@nestjs/common';
import { Ctx, EventPattern, KafkaContext } from '@nestjs/microservices';
import { SecurityLog } from './security-log.service.js';

const CONSUMER = 'security-log';

/** Adds what gateway and services report to the security log. */
@Controller()
export class SecurityLogConsumer {
  constructor(
    private readonly dispatcher: EventDispatcher,
    private readonly log: SecurityLog,
  ) {}

  @EventPattern('gateway.security.v1')
  handleRefusals(@Ctx() context: KafkaContext): Promise<void> {
    return this.dispatcher.dispatch(context, CONSUMER, {
      'gateway.request.refused': (event, tx) => this.addRefusal(event, tx),
    });
  }

  @EventPattern('documents.security.v1')
  handleActs(@Ctx() context: KafkaContext): Promise<void> {
    return this.dispatcher.dispatch(context, CONSUMER, {
      'documents.request.audited': (event, tx) => this.addAct(event, tx),
    });
  }

  private addRefusal({ data, occurredAt }: EventEnvelope<EventData<'gateway.request.refused'>>, tx: Tx) {
    const { ip, userId, impersonatedBy: actorId, count, method, route, status } = data;
    const at = new Date(occurredAt);
    const details = { method, route, status };
    return this.log.add({ action: 'request.refused', at, ip, userId, actorId, count, details }, tx);
  }

  private addAct({ data, occurredAt }: EventEnvelope<EventData<'documents.request.audited'>>, tx: Tx) {
    const { action, userId, impersonatedBy, sessionId, ip, method, path } = data;
    const at = new Date(occurredAt);
    return this.log.add(
      { action, at, userId, actorId: impersonatedBy, sessionId, ip, details: { method, path } },
      tx,
    );
  }
}
