import { ElectedTask } from '@hamkhan/platform/lease/elected-task';
import { LeaderLease } from '@hamkhan/platform/lease/leader-lease';
import { LEASES, type LeaseRow } from '@hamkhan/platform/lease/lease.schema';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { InjectLogger } from '@hamkhan/platform/platform-module';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { AccountExportService } from './account-export.service.js';

const INTERVAL_MS = 10_000;
const LEASE = { leaseMs: 30_000, renewMs: 5_000 };

/** Builds exports that wait and removes expired ones. While a long one is built, another process takes over the next. */
@Injectable()
export class ExportTask implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly task: ElectedTask;
  private readonly stopping = new AbortController();

  constructor(
    private readonly exports: AccountExportService,
    @InjectModel(LEASES) leases: Model<LeaseRow>,
    @InjectLogger() logger: Logger,
  ) {
    this.task = new ElectedTask(new LeaderLease(leases, 'account-export', LEASE), () => this.run(), logger);
  }

  onApplicationBootstrap(): void {
    this.task.start(INTERVAL_MS);
  }

  onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    return this.task.stop();
  }

  wake(): void {
    this.task.wake();
  }

  private async run(): Promise<void> {
    await this.exports.removeExpired(new Date());
    await this.exports.buildWaiting(this.stopping.signal);
  }
}
