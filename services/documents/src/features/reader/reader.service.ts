import type { MetadataQuery, MetadataResponse, PagesQuery } from '@hamkhan/contracts/http/documents';
import type { Identity } from '@hamkhan/contracts/identity';
import type { UiLanguage } from '@hamkhan/contracts/languages';
import { AppError } from '@hamkhan/platform/app-error';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { InjectLogger } from '@hamkhan/platform/platform-module';
import { ObjectStore } from '@hamkhan/platform/object-store/object-store';
import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { accessOf, isPermitted, permittedRange, type Access } from '../access/access.domain.js';
import { isOnCover } from '../document/cover.domain.js';
import type { DocumentRow } from '../document/document.schema.js';
import { audioObjectKey, isAudioName } from '../page/audio-name.domain.js';
import { imageObjectKey, isImageName } from '../page/image-name.domain.js';
import { ImageSigner } from '../page/image-signature.domain.js';
import { PageRepository } from '../page/page.repository.js';
import { PlacementService } from '../shelf/placement.service.js';
import type { ByteRange } from '../page/byte-range.domain.js';
import { DeliveryService, type PreparedBody } from './delivery.service.js';
import { DocumentCache } from './document-cache.js';
import { toMetadata } from './metadata.mapper.js';
import { ReaderPositionService } from './reader-position.service.js';
import { ReadingService } from './reading.service.js';

export type OpenDocument = { document: DocumentRow; access: Access };

@Injectable()
export class ReaderService {
  constructor(
    private readonly documentCache: DocumentCache,
    private readonly delivery: DeliveryService,
    private readonly positions: ReaderPositionService,
    private readonly pages: PageRepository,
    private readonly store: ObjectStore,
    private readonly placements: PlacementService,
    private readonly signer: ImageSigner,
    private readonly readings: ReadingService,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /**
   * A document, by id or key, and the reader's access to it.
   * @throws DOCUMENTS.NOT_FOUND also if the reader cannot see the document; AUTH.SESSION_LIMIT for a session beyond the third (C06).
   */
  async open(name: string, reader: Identity | null): Promise<OpenDocument> {
    if (reader?.overSessionLimit) throw new AppError('AUTH.SESSION_LIMIT');
    const document = await this.documentCache.find(name);
    const access = document && accessOf(document, reader, false);
    if (!document || !access) throw new AppError('DOCUMENTS.NOT_FOUND');
    return { document, access };
  }

  /** As `open`, but null if the document does not exist or the reader cannot see it. */
  async openOrNull(name: string, reader: Identity | null): Promise<OpenDocument | null> {
    try {
      return await this.open(name, reader);
    } catch (error) {
      if (error instanceof AppError && error.code === 'DOCUMENTS.NOT_FOUND') return null;
      throw error;
    }
  }

  /** `PagesResponse`. @throws DOCUMENTS.PREVIEW_ONLY if the preview has none of these pages (C10). */
  async getPages(opened: OpenDocument, query: PagesQuery, readerId: string | null): Promise<PreparedBody> {
    const { document, access } = opened;
    const { page, per_page: perPage } = query;
    const from = (page - 1) * perPage;
    const part = permittedRange(access, { from, to: from + perPage - 1 });
    if (!part && !access.full) {
      throw new AppError('DOCUMENTS.PREVIEW_ONLY', { details: { preview_info: previewInfo(document) } });
    }
    const body = await this.delivery.chunk(document, { page, perPage }, part);
    // A reader requests one page at a time; larger requests are prefetching and do not show the reader's position.
    if (part && perPage === 1) this.positions.record(document, readerId, part.from);
    return body;
  }

  /** `MetadataResponse`, with the requested page if the reader may see it. */
  async getMetadata(
    opened: OpenDocument,
    query: MetadataQuery,
    readerId: string | null,
    language: UiLanguage,
  ): Promise<PreparedBody> {
    const { document, access } = opened;
    const reading = await this.readings.state(document, readerId);
    const requested = query.resume && reading ? reading.page_number : query.page;
    const number = Math.min(requested, Math.max(0, document.totalPages - 1));
    const shown = query.with_page && isPermitted(access, number) ? number : null;
    const shelfId = readerId ? await this.placements.shelfOf(readerId, document) : null;
    const metadata = toMetadata(document, access, language, this.signer, { readerId, shelfId });
    const rest: Omit<MetadataResponse, 'status' | 'metadata' | 'current_page'> = {
      current_page_loaded: shown !== null,
      modified_date: metadata.modified_date,
      purchased: access.full,
      ...(access.full ? {} : { preview_info: previewInfo(document) }),
      reading,
    };
    const body = await this.delivery.withPage(
      document,
      shown,
      `{"status":"success","metadata":${JSON.stringify(metadata)},"current_page":`,
      `,${JSON.stringify(rest).slice(1)}`,
    );
    if (shown !== null) this.positions.record(document, readerId, shown);
    return body;
  }

  /** Records a visit. A failure is logged only: it must not prevent reading. */
  async recordVisit(opened: OpenDocument, reader: Identity | null, address: string): Promise<void> {
    try {
      await this.readings.recordVisit(opened, reader, address);
    } catch (error) {
      this.logger.warn({ err: error, documentId: opened.document._id }, 'Could not record a visit');
    }
  }

  /**
   * Authorises a request for an image or audio: its address is signed, or the reader may see a page with it.
   * @throws DOCUMENTS.NOT_FOUND, or DOCUMENTS.PREVIEW_ONLY for a page outside the preview.
   */
  async authoriseMedia(
    name: string,
    media: string,
    query: { e?: unknown; s?: unknown },
    reader: Identity | null,
  ): Promise<DocumentRow> {
    const document = await this.documentCache.find(name);
    if (!document || !(isImageName(media) || isAudioName(media))) throw new AppError('DOCUMENTS.NOT_FOUND');
    const isSigned = this.signer.isValid(document, media, query.e, query.s, Date.now());
    if (isSigned && document.status !== 'blocked') return document;
    const { access } = await this.open(name, reader);
    if (isOnCover(document, media)) return document;
    const numbers = await this.pages.findShowing(document._id, media);
    if (numbers.length === 0) throw new AppError('DOCUMENTS.NOT_FOUND');
    if (!numbers.some((number) => isPermitted(access, number))) {
      throw new AppError('DOCUMENTS.PREVIEW_ONLY', { details: { preview_info: previewInfo(document) } });
    }
    return document;
  }

  /** @throws DOCUMENTS.NOT_FOUND if the store has no such image. */
  async readImage(document: DocumentRow, image: string): Promise<{ stream: Readable; size: number }> {
    const key = imageObjectKey(document._id, image);
    const object = await this.store.find(key);
    if (!object) throw new AppError('DOCUMENTS.NOT_FOUND');
    return { stream: await this.store.getStream(key), size: object.size };
  }

  /** The size of an audio, in bytes. @throws DOCUMENTS.NOT_FOUND if the store has no such audio. */
  async audioSize(document: DocumentRow, audio: string): Promise<number> {
    const object = await this.store.find(audioObjectKey(document._id, audio));
    if (!object) throw new AppError('DOCUMENTS.NOT_FOUND');
    return object.size;
  }

  readAudio(document: DocumentRow, audio: string, { first, last }: ByteRange): Promise<Readable> {
    return this.store.getPart(audioObjectKey(document._id, audio), first, last - first + 1);
  }
}

/** The preview for display, clipped to existing pages (G06). */
const previewInfo = ({ previewPages, totalPages }: DocumentRow) => ({
  from: previewPages.from,
  to: Math.max(previewPages.from, Math.min(previewPages.to, totalPages - 1)),
  total_pages: totalPages,
});
