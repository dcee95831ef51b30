import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { AccountExport } from '@hamkhan/contracts/http/account-export';
import type { Identity } from '@hamkhan/contracts/identity';
import { EXPORTS } from '@hamkhan/contracts/rate-limits';
import { AppError } from '@hamkhan/platform/app-error';
import { holdLease } from '@hamkhan/platform/lease/hold-lease';
import { RateLimits } from '@hamkhan/platform/limits/rate-limits';
import { ObjectStore } from '@hamkhan/platform/object-store/object-store';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { InjectLogger } from '@hamkhan/platform/platform-module';
import { Inject, Injectable } from '@nestjs/common';
import { DOCUMENTS_CONFIG, type DocumentsConfig } from '../../config.js';
import { ExportContent } from './export-content.service.js';
import type { ExportRow } from './export.schema.js';
import { ExportsRepository, type Held } from './exports.repository.js';
import { zipOf } from './zip-archive.js';

const HOUR_MS = 3_600_000;
const LEASE_MS = 30_000;
const RENEW_MS = 10_000;
const MAX_ATTEMPTS = 3;
const BATCH = 100;

const folderOf = (id: string) => `exports/${id}/` as const;

/** Builds archives of everything that a user has, one at a time in a process. A process that dies is replaced after its lease. */
@Injectable()
export class AccountExportService {
  constructor(
    private readonly exports: ExportsRepository,
    private readonly content: ExportContent,
    private readonly store: ObjectStore,
    private readonly limits: RateLimits,
    @Inject(DOCUMENTS_CONFIG) private readonly config: DocumentsConfig,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** Starts an export unless one is in work. @throws AUTH.TOO_MANY_REQUESTS */
  async request({ userId, username, language }: Identity): Promise<void> {
    await this.limits.consume(EXPORTS, userId);
    const now = new Date();
    await this.exports.add({
      _id: randomUUID(),
      ...{ userId, username, language },
      state: 'working',
      ...{ done: 0, total: 0, attempts: 0, leaseToken: null, leaseUntil: now, objectKey: null, size: null },
      requestedAt: now,
      expiresAt: this.expiryAfter(now),
    });
  }

  /** The newest export of a user; null for none. */
  async newest(userId: string): Promise<AccountExport | null> {
    const row = await this.exports.newestOf(userId);
    if (!row || row.expiresAt.getTime() <= Date.now()) return null;
    const { _id: id, state, done, total, size, expiresAt } = row;
    return { id, state, done, total, size, expires_at: expiresAt.toISOString() };
  }

  /** The archive of an export, for the user who requested it. @throws COMMON.NOT_FOUND, also once it has expired */
  async open(id: string, { userId }: Identity): Promise<{ stream: Readable; size: number }> {
    const row = await this.exports.findReady(id, userId, new Date());
    if (!row?.objectKey || row.size === null) throw new AppError('COMMON.NOT_FOUND');
    return { stream: await this.store.getStream(row.objectKey), size: row.size };
  }

  /** Builds all exports that wait, until `stop` aborts. */
  async buildWaiting(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const now = Date.now();
      const token = randomUUID();
      const row = await this.exports.claim(token, new Date(now), new Date(now + LEASE_MS));
      if (!row) return;
      await this.build(row, { id: row._id, token }, stop);
    }
  }

  /** Removes the exports that have expired, with their archives. */
  async removeExpired(now: Date): Promise<void> {
    for (const { _id } of await this.exports.listExpired(now, BATCH)) {
      await this.store.removeFolder(folderOf(_id));
      await this.exports.remove(_id);
    }
  }

  private async build(row: ExportRow, held: Held, stop: AbortSignal): Promise<void> {
    const renew = () => this.exports.update(held, { leaseUntil: new Date(Date.now() + LEASE_MS) });
    try {
      // A process that dies cannot say so: the claims before this one count as failures.
      if (row.attempts > MAX_ATTEMPTS) throw new Error('too many attempts');
      await holdLease(renew, stop, (signal) => this.writeArchive(row, held, signal), RENEW_MS);
    } catch (error) {
      if (stop.aborted) {
        await this.exports.update(held, { leaseUntil: new Date(), attempts: row.attempts - 1 });
        return;
      }
      this.logger.error({ err: error, exportId: row._id, attempt: row.attempts }, 'an export failed');
      if (row.attempts >= MAX_ATTEMPTS) await this.exports.update(held, { state: 'failed' });
    }
  }

  private async writeArchive(row: ExportRow, held: Held, signal: AbortSignal): Promise<void> {
    const documentIds = await this.content.documentsOf(row.userId);
    await this.exports.update(held, { total: documentIds.length });
    const entries = this.content.entries(row, documentIds, async (done) => {
      await this.exports.update(held, { done });
    });
    const objectKey = `${folderOf(row._id)}${held.token}.zip`;
    const archive = Readable.from(zipOf(entries), { objectMode: false, signal });
    await this.store.putStream(objectKey, archive, 'application/zip');
    const stored = await this.store.find(objectKey);
    if (!stored) throw new Error('the archive was not stored');
    const ready = {
      state: 'ready',
      objectKey,
      size: stored.size,
      expiresAt: this.expiryAfter(new Date()),
    } as const;
    if (!(await this.exports.update(held, ready))) await this.store.remove(objectKey);
  }

  private expiryAfter(now: Date): Date {
    return new Date(now.getTime() + this.config.EXPORT_HOURS * HOUR_MS);
  }
}
