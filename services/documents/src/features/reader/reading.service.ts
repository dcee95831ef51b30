import { createHmac } from 'node:crypto';
import type { ReadingState, ReportRequest } from '@hamkhan/contracts/http/reader';
import type { Identity } from '@hamkhan/contracts/identity';
import { REPORTS } from '@hamkhan/contracts/rate-limits';
import { AppError } from '@hamkhan/platform/app-error';
import { Inject, Injectable } from '@nestjs/common';
import { DOCUMENTS_CONFIG, type DocumentsConfig } from '../../config.js';
import { isPubliclyVisible, isPermitted, type Access } from '../access/access.domain.js';
import type { DocumentRow } from '../document/document.schema.js';
import { PlacementRepository } from '../shelf/placement.repository.js';
import { ShelfService } from '../shelf/shelf.service.js';
import { ReadingRepository } from './reading.repository.js';

type Opened = { document: DocumentRow; access: Access };

const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

/** Visits, reading positions and problem reports of readers. */
@Injectable()
export class ReadingService {
  private readonly secret: Buffer;

  constructor(
    private readonly readings: ReadingRepository,
    private readonly placements: PlacementRepository,
    private readonly shelves: ShelfService,
    @Inject(DOCUMENTS_CONFIG) config: DocumentsConfig,
  ) {
    this.secret = createHmac('sha256', config.IDENTITY_SECRET).update('document views').digest();
  }

  /**
   * A reader opened a document (`add=1`, G29): counts the visit once per person and day (C30), records when the reader opened it last, and adds
   * it to their library if they have full access.
   * @param address IP address, which identifies a guest
   */
  async recordVisit({ document, access }: Opened, reader: Identity | null, address: string): Promise<void> {
    const now = new Date();
    const visitor = createHmac('sha256', this.secret)
      .update(reader ? `user ${reader.userId}` : `address ${address} ${dayOf(now)}`)
      .digest('base64url')
      .slice(0, 22);
    await this.readings.addView({
      _id: `${document._id} ${dayOf(now)} ${visitor}`,
      documentId: document._id,
      at: now,
    });
    if (!reader) return;
    await this.readings.markOpened(reader.userId, document._id);
    if (!access.full || !isPubliclyVisible(document) || document.ownerId === reader.userId) return;
    const general = await this.shelves.ensureGeneral(reader.userId);
    await this.placements.putIfAbsent({
      userId: reader.userId,
      documentId: document._id,
      shelfId: general._id,
      order: -now.getTime(),
    });
  }

  /** Null for a guest and for a document that the reader has not started. */
  async state(document: DocumentRow, readerId: string | null): Promise<ReadingState | null> {
    return readerId === null ? null : this.readings.state(readerId, document._id);
  }

  /** @throws DOCUMENTS.PREVIEW_ONLY for a page that this reader may not see. */
  async setState({ document, access }: Opened, userId: string, state: ReadingState): Promise<void> {
    if (!isPermitted(access, state.page_number)) throw new AppError('DOCUMENTS.PREVIEW_ONLY');
    await this.readings.setState(userId, document._id, state);
  }

  /**
   * Stores a problem report, once a day for each page and issue type (C32).
   * @throws DOCUMENTS.PREVIEW_ONLY for a page the reader may not see, AUTH.TOO_MANY_REQUESTS.
   */
  async report({ document, access }: Opened, userId: string, request: ReportRequest): Promise<void> {
    if (!isPermitted(access, request.page_number)) throw new AppError('DOCUMENTS.PREVIEW_ONLY');
    const now = new Date();
    const day = dayOf(now);
    if ((await this.readings.countReports(userId, day)) >= REPORTS.max) throw new AppError(REPORTS.error);
    await this.readings.addReport({
      userId,
      documentId: document._id,
      pageId: request.page_id,
      pageNumber: request.page_number,
      contentType: request.content_type,
      contentId: request.content_id,
      issueType: request.issue_type,
      description: request.description,
      day,
      createdAt: now,
    });
  }
}
