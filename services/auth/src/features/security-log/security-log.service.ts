import type {
  SecurityAction,
  SecurityLogQuery,
  SecurityLogResponse,
} from '@hamkhan/contracts/http/security-log';
import { SECURITY_LOG_PAGE } from '@hamkhan/contracts/http/security-log';
import type { Identity } from '@hamkhan/contracts/identity';
import { AppError } from '@hamkhan/platform/app-error';
import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { Metrics } from '@hamkhan/platform/observability/metrics';
import { InjectLogger } from '@hamkhan/platform/platform-module';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type AuthConfig } from '../../config.js';
import { BurstDetector } from './burst-detector.domain.js';
import type { SecurityEventRow } from './security-event.schema.js';
import { SecurityEventsRepository, type SecurityFilter } from './security-events.repository.js';

const DAY_MS = 86_400_000;

export type SecurityEvent = { action: SecurityAction } & Partial<
  Omit<SecurityEventRow, '_id' | 'action' | 'expiresAt'>
>;

/** The security log: who signed in, failed, was refused or changed what protects an account. */
@Injectable()
export class SecurityLog {
  private readonly bursts: BurstDetector;
  private readonly recorded;
  private readonly burstsSeen;

  constructor(
    private readonly events: SecurityEventsRepository,
    private readonly metrics: Metrics,
    @Inject(CONFIG) private readonly config: AuthConfig,
    @InjectLogger() private readonly logger: Logger,
  ) {
    this.bursts = new BurstDetector(config.SECURITY_BURST_PER_MINUTE);
    this.recorded = this.metrics.counter('app_security_events_total', 'Events of the security log', [
      'action',
    ]);
    this.burstsSeen = this.metrics.counter(
      'app_security_bursts_total',
      'Minutes in which one address or one account had unusually many events of the security log',
      ['action'],
    );
  }

  /** Adds an entry after the fact. A failure is logged and does not fail the request. */
  async record(event: SecurityEvent): Promise<void> {
    try {
      await this.add(event);
    } catch (error) {
      this.logger.error({ err: error, action: event.action }, 'could not write to the security log');
    }
  }

  /** Adds an entry, in the transaction of what it reports where there is one. */
  async add({ action, ...event }: SecurityEvent, tx?: Tx): Promise<void> {
    const at = event.at ?? new Date();
    const expiresAt = new Date(at.getTime() + this.config.SECURITY_LOG_DAYS * DAY_MS);
    const row = {
      userId: null,
      actorId: null,
      sessionId: null,
      ip: null,
      device: null,
      count: 1,
      details: {},
      ...event,
      action,
      at,
      expiresAt,
    };
    await this.events.add(row, tx);
    this.watch(row);
  }

  /** Entries by user, actor, address and action, newest first, for staff. @throws COMMON.FORBIDDEN */
  async search(reader: Identity, query: SecurityLogQuery): Promise<SecurityLogResponse> {
    if (!reader.isStaff && !reader.isSuperuser) throw new AppError('COMMON.FORBIDDEN');
    const filter: SecurityFilter = {
      ...(query.user_id === undefined ? {} : { userId: query.user_id }),
      ...(query.actor_id === undefined ? {} : { actorId: query.actor_id }),
      ...(query.ip === undefined ? {} : { ip: query.ip }),
      ...(query.action === undefined ? {} : { action: query.action }),
    };
    const entries = await this.events.find(filter, query.before, SECURITY_LOG_PAGE);
    return {
      status: 'success',
      entries: entries.map(({ id, action, at, userId, actorId, sessionId, ip, device, count, details }) => ({
        id,
        action,
        created_date: at.toISOString(),
        user_id: userId,
        actor_id: actorId,
        session_id: sessionId,
        ip,
        device,
        count,
        details,
      })),
    };
  }

  private watch({
    action,
    count,
    ip,
    userId,
  }: Pick<SecurityEventRow, 'action' | 'count' | 'ip' | 'userId'>): void {
    this.recorded.inc({ action }, count);
    for (const subject of [ip, userId]) {
      if (subject === null || !this.bursts.isBurst(`${action} ${subject}`, count)) continue;
      this.burstsSeen.inc({ action });
      this.logger.warn({ action, ip, userId }, 'burst of security events');
    }
  }
}
