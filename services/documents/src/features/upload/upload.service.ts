import type { DocumentKind } from '@hamkhan/contracts/events/documents-events';
import type { UploadFields, UploadResponse } from '@hamkhan/contracts/http/documents';
import type { Identity } from '@hamkhan/contracts/identity';
import type { SourceLanguage } from '@hamkhan/contracts/languages';
import { AppError } from '@hamkhan/platform/app-error';
import { publicKey } from '@hamkhan/platform/ids';
import { Outbox } from '@hamkhan/platform/kafka/outbox';
import { isDuplicateKey } from '@hamkhan/platform/mongo/mongo';
import { UnitOfWork } from '@hamkhan/platform/mongo/unit-of-work';
import type { FileForm } from '@hamkhan/platform/multipart/file-form';
import type { UploadRules } from '@hamkhan/platform/multipart/upload-stream';
import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { DOCUMENTS_CONFIG, type DocumentsConfig } from '../../config.js';
import { DEFAULT_PREVIEW } from '../access/access.domain.js';
import { DocumentRepository } from '../document/document.repository.js';
import type { DocumentRow } from '../document/document.schema.js';
import { cleanFileName } from '../document/file-name.domain.js';
import { newObjectId } from '../document/object-id.js';
import { titlesOf } from '../document/titles.domain.js';
import { PlacementService } from '../shelf/placement.service.js';
import { generalShelfId } from '../shelf/shelf.domain.js';
import { kindOf, mediaTypeOf } from './file-kind.domain.js';
import { UploadQuotaService, type OpenUpload } from './upload-quota.service.js';
import { UploadStorage, type StoredFile } from './upload-storage.service.js';

type Fields = z.infer<typeof UploadFields>;
type DocumentFile = StoredFile<DocumentKind>;
type Upload = { startedAt: Date; admission: OpenUpload };

@Injectable()
export class UploadService {
  private readonly rules: UploadRules<DocumentKind>;
  private readonly maxBytes: number;

  constructor(
    @Inject(DOCUMENTS_CONFIG) config: DocumentsConfig,
    private readonly quota: UploadQuotaService,
    private readonly storage: UploadStorage,
    private readonly documents: DocumentRepository,
    private readonly placements: PlacementService,
    private readonly unitOfWork: UnitOfWork,
    private readonly outbox: Outbox,
  ) {
    this.maxBytes = config.MAX_UPLOAD_MB * 1024 * 1024;
    this.rules = {
      kindOf,
      maxBytes: () => this.maxBytes,
      empty: 'DOCUMENTS.EMPTY_FILE',
      wrongKind: 'DOCUMENTS.INVALID_FILE_TYPE',
      tooLarge: 'DOCUMENTS.FILE_TOO_LARGE',
      interrupted: 'DOCUMENTS.UPLOAD_INTERRUPTED',
    };
  }

  /**
   * Adds a file to the owner's library: first the object, then the row with its event (C25). A refused or interrupted upload leaves nothing
   * behind. For bytes and a language that the owner has uploaded before, returns that document (G03).
   * @param bytes length of the request; null if it is unknown
   * @throws DOCUMENTS.EMPTY_FILE, INVALID_FILE_TYPE, FILE_TOO_LARGE, UPLOAD_INTERRUPTED, INVALID_LANGUAGE; TOO_MANY_UPLOADS,
   * TOO_MUCH_IN_WORK, STORAGE_FULL before the form is opened; FILE_EXISTS if the same user uploads the same file at the same time.
   */
  async upload(
    user: Identity,
    bytes: number | null,
    openForm: () => Promise<FileForm<Fields>>,
  ): Promise<UploadResponse> {
    const startedAt = new Date();
    const admission = await this.quota.admit(user, Math.min(bytes ?? this.maxBytes, this.maxBytes));
    try {
      return await this.receive(user, await openForm(), { startedAt, admission });
    } finally {
      await this.quota.abandon(admission);
    }
  }

  private async receive(user: Identity, form: FileForm<Fields>, upload: Upload): Promise<UploadResponse> {
    const file = await this.storage.receive(form, 'originals', this.rules, mediaTypeOf);
    try {
      const { language } = await form.fields;
      return await this.register(user, { givenName: form.fileName, language, file }, upload);
    } catch (error) {
      await this.storage.remove(file.objectKey);
      throw isDuplicateKey(error) ? new AppError('DOCUMENTS.FILE_EXISTS', { cause: error }) : error;
    }
  }

  private async register(
    user: Identity,
    { givenName, language, file }: { givenName: string; language: SourceLanguage; file: DocumentFile },
    { startedAt, admission }: Upload,
  ): Promise<UploadResponse> {
    const ownerId = user.userId;
    const duplicate = await this.documents.findDuplicate({ ownerId, sha256: file.sha256, language });
    if (duplicate && duplicate.createdAt >= startedAt) throw new AppError('DOCUMENTS.FILE_EXISTS');
    if (duplicate) {
      await this.storage.remove(file.objectKey);
      return { duplicate: true, id: duplicate._id, key: duplicate.key };
    }
    const fileName = cleanFileName(givenName, file.kind);
    const document = newDocument(user, fileName, language, file);
    await this.unitOfWork.run(async (tx) => {
      await this.documents.insert(document, tx);
      await this.placements.putNew(document, tx);
      await this.quota.complete(admission, tx);
      await this.outbox.add(
        'documents.document.uploaded',
        {
          aggregateId: document._id,
          aggregateVersion: document.version,
          data: {
            ...{ documentId: document._id, key: document.key, ownerId, fileName, language, ...file },
            ...(user.isStaff || user.isSuperuser ? { ownerIsStaff: true } : {}),
          },
        },
        tx,
      );
    });
    return { duplicate: false, id: document._id, key: document.key };
  }
}

function newDocument(
  { userId: ownerId, impersonatedBy }: Identity,
  fileName: string,
  language: SourceLanguage,
  file: DocumentFile,
): DocumentRow {
  const now = new Date();
  return {
    _id: newObjectId(now.getTime()),
    key: publicKey(),
    ownerId,
    uploadedBy: impersonatedBy ?? ownerId,
    visibility: 'private',
    accessType: 'free',
    price: 0,
    published: false,
    status: 'pending',
    ...titlesOf(null, fileName),
    authors: [],
    year: null,
    fileName,
    language,
    ...file,
    blocksDuplicates: true,
    totalPages: 0,
    counts: { succeeded: 0, failed: 0, level2: 0, untranslated: 0, waiting: 0 },
    previewPages: DEFAULT_PREVIEW,
    shelfId: generalShelfId(ownerId),
    cover: null,
    outcome: null,
    pageFailure: null,
    waitingFor: null,
    inspectedVersion: 0,
    contentRevision: 0,
    version: 1,
    writes: 0,
    createdAt: now,
    modifiedAt: now,
  };
}
