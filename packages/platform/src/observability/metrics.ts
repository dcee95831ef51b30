import { registerEventLoopDelay } from './event-loop-delay.js';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** Prometheus metrics of a process. Names are `app_<noun>_<unit>`; labels never contain ids. */
export class Metrics {
  readonly registry = new Registry();
  readonly httpSeconds = this.histogram('app_http_request_seconds', 'HTTP request duration', [
    'method',
    'route',
    'status',
  ]);
  readonly eventsHandled = this.counter('app_events_handled_total', 'Kafka events by outcome', [
    'type',
    'outcome',
  ]);
  readonly eventsPublished = this.counter('app_events_published_total', 'Events published from the outbox', [
    'type',
  ]);
  readonly outboxBacklog = this.gauge('app_outbox_backlog', 'Outbox rows not yet published');
  readonly outboxOldestSeconds = this.gauge(
    'app_outbox_oldest_seconds',
    'Age of the oldest unpublished outbox row',
  );
  readonly jobSeconds = this.histogram('app_job_seconds', 'Background job duration', ['queue', 'outcome']);

  constructor(service: string) {
    this.registry.setDefaultLabels({ service });
    collectDefaultMetrics({ register: this.registry });
    registerEventLoopDelay(this.registry);
  }

  counter<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }
  gauge<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Gauge<L> {
    return new Gauge({ name, help, labelNames, registers: [this.registry] });
  }
  histogram<L extends string>(name: string, help: string, labelNames: readonly L[] = []): Histogram<L> {
    return new Histogram({
      name,
      help,
      labelNames,
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60],
      registers: [this.registry],
    });
  }
}
