import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  MAX_MEDIA_BYTES,
  MAX_MEDIA_FILES,
  type MediaFile,
  type MediaListQuery,
  type RemoveMediaRequest,
} from '@hamkhan/contracts/http/media';
import type { Identity } from '@hamkhan/contracts/identity';
import { AppError } from '@hamkhan/platform/app-error';
import { mediaKindOf, type MediaKind } from '@hamkhan/platform/media/media-kind';
import { isDuplicateKey } from '@hamkhan/platform/mongo/mongo';
import { UnitOfWork } from '@hamkhan/platform/mongo/unit-of-work';
import type { FileForm } from '@hamkhan/platform/multipart/file-form';
import { ObjectStore } from '@hamkhan/platform/object-store/object-store';
import { Injectable } from '@nestjs/common';
import { DocumentRepository } from '../document/document.repository.js';
import type { DocumentRow } from '../document/document.schema.js';
import { newObjectId } from '../document/object-id.js';
import { editModeOf } from '../page-text/edit-mode.domain.js';
import { PageTextService } from '../page-text/page-text.service.js';
import { ImageSigner } from '../page/image-signature.domain.js';
import { PageRepository } from '../page/page.repository.js';
import type { ByteRange } from '../page/byte-range.domain.js';
import { DocumentCache } from '../reader/document-cache.js';
import { ReaderService } from '../reader/reader.service.js';
import { SuggestedPicturesService } from '../suggestion/suggested-pictures.service.js';
import { cleanFileName } from '../document/file-name.domain.js';
import { UploadStorage, type StoredFile } from '../upload/upload-storage.service.js';
import { MEDIA_KINDS } from '../media-files/media-kinds.domain.js';
import {
  isVideoName,
  mediaAddress,
  mediaObjectKey,
  mediaObjectName,
} from '../media-files/media-name.domain.js';
import { MediaRepository } from '../media-files/media.repository.js';
import type { MediaRow } from '../media-files/media.schema.js';
import { PictureCheck } from './picture-check.service.js';
import { MAX_DRAWING_BYTES, safeDrawing } from './safe-drawing.js';

const RULES = {
  kindOf: mediaKindOf,
  maxBytes: (kind: MediaKind) =>
    kind === 'svg' ? MAX_DRAWING_BYTES : MAX_MEDIA_BYTES[MEDIA_KINDS[kind].type],
  empty: 'MEDIA.INVALID_TYPE',
  wrongKind: 'MEDIA.INVALID_TYPE',
  tooLarge: 'MEDIA.TOO_LARGE',
  interrupted: 'DOCUMENTS.UPLOAD_INTERRUPTED',
} as const;

const mediaTypeOfKind = (kind: MediaKind): string => MEDIA_KINDS[kind].mediaType;

/** Files that owner and staff upload for the pages of a document. */
@Injectable()
export class MediaService {
  constructor(
    private readonly media: MediaRepository,
    private readonly documents: DocumentRepository,
    private readonly pages: PageRepository,
    private readonly texts: PageTextService,
    private readonly documentCache: DocumentCache,
    private readonly suggested: SuggestedPicturesService,
    private readonly reader: ReaderService,
    private readonly store: ObjectStore,
    private readonly storage: UploadStorage,
    private readonly pictures: PictureCheck,
    private readonly signer: ImageSigner,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** The files of the document that a page belongs to, newest first. @throws as `PageTextService.open`; COMMON.FORBIDDEN for readers who only suggest */
  async list(user: Identity, { page_id: pageId, type }: MediaListQuery): Promise<MediaFile[]> {
    const document = await this.documentOf(pageId, user);
    const rows = await this.media.list(document._id, type, MAX_MEDIA_FILES);
    return rows.map((row) => this.toFile(document, row));
  }

  /**
   * Stores a file for a document. A refused or interrupted upload leaves nothing behind; known bytes return the existing file.
   * @throws MEDIA.INVALID_TYPE, MEDIA.DAMAGED, MEDIA.TOO_LARGE, MEDIA.TOO_MANY, DOCUMENTS.UPLOAD_INTERRUPTED, and as `list`
   */
  async save(user: Identity, form: FileForm<{ page_id: string }>): Promise<MediaFile> {
    // If the page comes before the file, check access before storing anything.
    if (form.earlyFields.page_id !== undefined) await this.documentOf(form.earlyFields.page_id, user);
    const file = await this.storage.receive(form, 'incoming', RULES, mediaTypeOfKind);
    try {
      const { page_id: pageId } = await form.fields;
      const document = await this.documentOf(pageId, user);
      if (!(await this.pictures.isWhole(file.objectKey, file.kind))) throw new AppError('MEDIA.DAMAGED');
      return this.toFile(document, await this.register(document, user, form.fileName, file));
    } finally {
      await this.storage.remove(file.objectKey);
    }
  }

  /**
   * Removes a file that no page and no pending suggestion uses.
   * @throws MEDIA.NOT_FOUND, COMMON.FORBIDDEN, MEDIA.IN_USE and MEDIA.IN_SUGGESTION with page numbers; all with the topic of the request
   */
  async remove(user: Identity, { media_id: id, topic }: RemoveMediaRequest): Promise<void> {
    const row = await this.media.find(id);
    const document = row && (await this.reader.openOrNull(row.documentId, user))?.document;
    if (!row || !document) throw new AppError('MEDIA.NOT_FOUND', { details: { topic } });
    if (editModeOf(document, user) === 'suggest')
      throw new AppError('COMMON.FORBIDDEN', { details: { topic } });
    await this.unitOfWork.run(async (tx) => {
      // Conflicts with a concurrent edit of the document, which would use the file; one of the two is retried.
      await this.documents.findForUpdate(row.documentId, tx);
      const numbers = await this.pages.findUsing(row.documentId, row.objectName);
      if (numbers.length > 0)
        throw new AppError('MEDIA.IN_USE', { details: { topic, page_numbers: numbers } });
      const suggestedOn = await this.suggested.pagesSuggesting(row.documentId, row.objectName);
      if (suggestedOn.length > 0)
        throw new AppError('MEDIA.IN_SUGGESTION', { details: { topic, page_numbers: suggestedOn } });
      if (!(await this.media.remove(id, tx))) throw new AppError('MEDIA.NOT_FOUND', { details: { topic } });
    });
    await this.storage.remove(mediaObjectKey(row.documentId, row.type, row.objectName));
  }

  /**
   * Object key and size of a video, for callers with a signed address and for editors of its document.
   * @throws DOCUMENTS.NOT_FOUND
   */
  async openVideo(
    documentName: string,
    name: string,
    query: { e?: unknown; s?: unknown },
    reader: Identity | null,
  ): Promise<{ key: string; size: number }> {
    const document = isVideoName(name) ? await this.documentCache.find(documentName) : null;
    if (!document) throw new AppError('DOCUMENTS.NOT_FOUND');
    const isSigned = this.signer.isValid(document, name, query.e, query.s, Date.now());
    if (!isSigned || document.status === 'blocked') {
      await this.reader.open(documentName, reader);
      if (!reader || editModeOf(document, reader) === 'suggest') throw new AppError('DOCUMENTS.NOT_FOUND');
    }
    const key = mediaObjectKey(document._id, 'video', name);
    const object = await this.store.find(key);
    if (!object) throw new AppError('DOCUMENTS.NOT_FOUND');
    return { key, size: object.size };
  }

  readPart(key: string, { first, last }: ByteRange): Promise<Readable> {
    return this.store.getPart(key, first, last - first + 1);
  }

  private async documentOf(pageId: string, user: Identity): Promise<DocumentRow> {
    const { document, mode } = await this.texts.open(pageId, user);
    if (mode === 'suggest') throw new AppError('COMMON.FORBIDDEN');
    return document;
  }

  private async register(
    document: DocumentRow,
    user: Identity,
    givenName: string,
    { objectKey, kind, size, sha256 }: StoredFile<MediaKind>,
  ): Promise<MediaRow> {
    const objectName = mediaObjectName(sha256, kind);
    const existing = await this.media.findByObject(document._id, objectName);
    if (existing) return existing;
    if ((await this.media.count(document._id)) >= MAX_MEDIA_FILES) throw new AppError('MEDIA.TOO_MANY');
    const { type } = MEDIA_KINDS[kind];
    const storedSize = await this.keep(objectKey, kind, size, mediaObjectKey(document._id, type, objectName));
    const now = new Date();
    const row: MediaRow = {
      _id: newObjectId(now.getTime()),
      documentId: document._id,
      name: cleanFileName(givenName, kind),
      type,
      objectName,
      size: storedSize,
      addedBy: user.userId,
      createdAt: now,
    };
    try {
      await this.media.insert(row);
      return row;
    } catch (error) {
      const concurrent = isDuplicateKey(error)
        ? await this.media.findByObject(document._id, objectName)
        : null;
      if (!concurrent) throw error;
      return concurrent;
    }
  }

  /** Moves an uploaded file to its place, a drawing without what could run. Returns its size there. @throws MEDIA.INVALID_TYPE */
  private async keep(from: string, kind: MediaKind, size: number, to: string): Promise<number> {
    if (kind !== 'svg') {
      await this.store.copy(from, to);
      return size;
    }
    const drawing = safeDrawing(await buffer(await this.store.getStream(from)));
    if (!drawing) throw new AppError('MEDIA.INVALID_TYPE');
    await this.store.putBytes(to, drawing, MEDIA_KINDS.svg.mediaType);
    return drawing.length;
  }

  private toFile(document: DocumentRow, row: MediaRow): MediaFile {
    return {
      id: row._id,
      file: mediaAddress(document, row, this.signer),
      name: row.name,
      type: row.type,
      size: row.size,
      created_date: row.createdAt.toISOString(),
    };
  }
}
