import { randomUUID } from 'node:crypto';
import type { EventEnvelope } from '@hamkhan/contracts/events/envelope';
import { EVENTS, keyOf, type EventData } from '@hamkhan/contracts/events/registry';
import { uuidv7 } from '@hamkhan/platform/ids';
import { EventProducer } from '@hamkhan/platform/kafka/event-producer';
import { prefixed } from '@hamkhan/platform/kafka/kafka-client';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { Metrics } from '@hamkhan/platform/observability/metrics';
import { InjectLogger } from '@hamkhan/platform/platform-module';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CONFIG, type GatewayConfig } from '../../config.js';

const TYPE = 'gateway.request.refused';
const FLUSH_MS = 1_000;
/** Different refusals kept until the next flush; more are only counted by the metric. */
const MAX_PENDING = 2_000;
const REFUSED = new Set([401, 403, 429]);

type Refusal = EventData<typeof TYPE>;

/**
 * Reports responses 401, 403 and 429 to the security log of auth. Equal ones of a second are one event, so that a flood stays
 * small. The gateway has no database: what cannot be sent within a few tries is lost, and counted.
 */
@Injectable()
export class RefusalLog implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private pending = new Map<string, Refusal>();
  private timer: NodeJS.Timeout | undefined;
  private sending: Promise<void> = Promise.resolve();
  private readonly refused;
  private readonly lost;

  constructor(
    private readonly producer: EventProducer,
    metrics: Metrics,
    @Inject(CONFIG) private readonly config: GatewayConfig,
    @InjectLogger() private readonly logger: Logger,
  ) {
    this.refused = metrics.counter('app_requests_refused_total', 'Responses 401, 403 and 429', ['status']);
    this.lost = metrics.counter('app_refusals_lost_total', 'Refusals that did not reach the security log');
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.sending = this.sending.then(() => this.flush());
    }, FLUSH_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.sending;
    await this.flush();
  }

  /** Notes a response, if it is a refusal. */
  note(response: Omit<Refusal, 'count'>): void {
    const { status } = response;
    if (!REFUSED.has(status)) return;
    this.refused.inc({ status: String(status) });
    const key = JSON.stringify(response);
    const known = this.pending.get(key);
    if (known) known.count += 1;
    else if (this.pending.size < MAX_PENDING) this.pending.set(key, { ...response, count: 1 });
    else this.lost.inc();
  }

  private async flush(): Promise<void> {
    if (this.pending.size === 0) return;
    const refusals = [...this.pending.values()];
    this.pending = new Map();
    try {
      await this.producer.send(refusals.map((data) => this.messageOf(data)));
    } catch (error) {
      this.lost.inc(refusals.length);
      this.logger.warn({ err: error, lost: refusals.length }, 'refused requests could not be reported');
    }
  }

  private messageOf(data: Refusal) {
    const event: EventEnvelope<Refusal> = {
      id: uuidv7(),
      type: TYPE,
      occurredAt: new Date().toISOString(),
      producer: 'gateway',
      aggregateId: data.ip,
      aggregateVersion: Date.now(),
      correlationId: randomUUID(),
      actor: data.userId ?? 'guest',
      data,
    };
    return {
      topic: prefixed(this.config, EVENTS[TYPE].topic),
      key: keyOf(data),
      value: JSON.stringify(event),
      headers: { id: event.id, type: TYPE },
    };
  }
}
