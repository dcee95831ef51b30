import { ElectedTask } from '@hamkhan/platform/lease/elected-task';
import { LeaderLease } from '@hamkhan/platform/lease/leader-lease';
import { LEASES, type LeaseRow } from '@hamkhan/platform/lease/lease.schema';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { InjectLogger } from '@hamkhan/platform/platform-module';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { AccountDeletionService } from './account-deletion.service.js';

const INTERVAL_MS = 60_000;
const LEASE = { leaseMs: 90_000, renewMs: 30_000 };

/** Deletes accounts when they are due, in one process of the service. */
@Injectable()
export class DueDeletions implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly task: ElectedTask;

  constructor(
    deletions: AccountDeletionService,
    @InjectModel(LEASES) leases: Model<LeaseRow>,
    @InjectLogger() logger: Logger,
  ) {
    const lease = new LeaderLease(leases, 'account-deletion', LEASE);
    this.task = new ElectedTask(lease, () => deletions.deleteDue(new Date()), logger);
  }

  onApplicationBootstrap(): void {
    this.task.start(INTERVAL_MS);
  }

  onModuleDestroy(): Promise<void> {
    return this.task.stop();
  }
}
