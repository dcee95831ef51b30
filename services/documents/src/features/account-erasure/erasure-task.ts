import { ElectedTask } from '@hamkhan/platform/lease/elected-task';
import { LeaderLease } from '@hamkhan/platform/lease/leader-lease';
import { LEASES, type LeaseRow } from '@hamkhan/platform/lease/lease.schema';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { InjectLogger } from '@hamkhan/platform/platform-module';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { RemovedFiles } from '../removal/removed-files.service.js';
import { AccountErasureService } from './account-erasure.service.js';

const INTERVAL_MS = 30_000;
const LEASE = { leaseMs: 60_000, renewMs: 20_000 };

/** Removes the data of deleted users and the files of removed documents, in one process of the service. */
@Injectable()
export class ErasureTask implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly task: ElectedTask;

  constructor(
    private readonly erasures: AccountErasureService,
    private readonly files: RemovedFiles,
    @InjectModel(LEASES) leases: Model<LeaseRow>,
    @InjectLogger() logger: Logger,
  ) {
    this.task = new ElectedTask(
      new LeaderLease(leases, 'erasure', LEASE),
      () => this.run(new Date()),
      logger,
    );
  }

  onApplicationBootstrap(): void {
    this.task.start(INTERVAL_MS);
  }

  onModuleDestroy(): Promise<void> {
    return this.task.stop();
  }

  wake(): void {
    this.task.wake();
  }

  /** Removes what is due at a time. */
  async run(now: Date): Promise<void> {
    await this.erasures.eraseDue(now);
    await this.files.removeDue(now);
  }
}
