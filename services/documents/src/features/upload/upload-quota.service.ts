import { randomUUID } from 'node:crypto';
import type { Identity } from '@hamkhan/contracts/identity';
import { UPLOADS } from '@hamkhan/contracts/rate-limits';
import { AppError } from '@hamkhan/platform/app-error';
import { configuredLimit } from '@hamkhan/platform/limits/configured-limit';
import { UnitOfWork, type Tx } from '@hamkhan/platform/mongo/unit-of-work';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { InjectLogger } from '@hamkhan/platform/platform-module';
import { Inject, Injectable } from '@nestjs/common';
import { DOCUMENTS_CONFIG, type DocumentsConfig } from '../../config.js';
import { DocumentUsageRepository } from '../document/document-usage.repository.js';
import { currentAdmissions, refusalOf, type UploadQuota } from './upload-quota.domain.js';
import { UploadQuotaRepository } from './upload-quota.repository.js';

const MIB = 1024 * 1024;

/** An upload in progress. */
export type OpenUpload = { userId: string; id: string };

/** Limits the uploads of a user by number, and by the pages and bytes in work and stored. */
@Injectable()
export class UploadQuotaService {
  private readonly readers: UploadQuota;
  private readonly staff: UploadQuota;

  constructor(
    private readonly quotas: UploadQuotaRepository,
    private readonly usages: DocumentUsageRepository,
    private readonly unitOfWork: UnitOfWork,
    @Inject(DOCUMENTS_CONFIG) config: DocumentsConfig,
    @InjectLogger() private readonly logger: Logger,
  ) {
    const uploads = configuredLimit(UPLOADS, config);
    this.readers = {
      uploads,
      pagesInWork: config.PAGES_IN_WORK,
      bytesInWork: config.IN_WORK_MB * MIB,
      bytesStored: config.STORED_MB * MIB,
    };
    this.staff = {
      uploads: { ...uploads, max: config.UPLOADS_PER_HOUR_STAFF },
      pagesInWork: config.PAGES_IN_WORK_STAFF,
      bytesInWork: config.IN_WORK_MB_STAFF * MIB,
      bytesStored: config.STORED_MB_STAFF * MIB,
    };
  }

  /**
   * Admits an upload of at most so many bytes before they are read. Concurrent uploads of a user are admitted one after the other.
   * @throws DOCUMENTS.TOO_MANY_UPLOADS with `retry_after` in seconds, DOCUMENTS.TOO_MUCH_IN_WORK, DOCUMENTS.STORAGE_FULL
   */
  async admit(user: Identity, bytes: number): Promise<OpenUpload> {
    const { userId } = user;
    const quota = user.isStaff || user.isSuperuser ? this.staff : this.readers;
    const id = randomUUID();
    await this.quotas.create(userId);
    await this.unitOfWork.run(async (tx) => {
      const now = new Date();
      const locked = await this.quotas.lock(userId, tx);
      const admissions = currentAdmissions(locked, quota.uploads, now.getTime());
      const usage = await this.usages.of(userId, tx);
      const refusal = refusalOf(quota, { admissions, usage }, bytes, now.getTime());
      if (refusal) throw new AppError(refusal.code, { details: refusal.details });
      await this.quotas.save(userId, [...admissions, { id, bytes, at: now, isOpen: true }], tx);
    });
    return { userId, id };
  }

  /** Ends an upload in the transaction that stores its document, which counts from then on. */
  async complete({ userId, id }: OpenUpload, tx: Tx): Promise<void> {
    await this.quotas.close(userId, id, tx);
  }

  /** Ends an upload without a new document. If this fails, its bytes count until the upload's deadline. */
  async abandon({ userId, id }: OpenUpload): Promise<void> {
    try {
      await this.quotas.close(userId, id);
    } catch (error) {
      this.logger.warn({ err: error, userId }, 'an upload that ended still counts towards the quota');
    }
  }
}
