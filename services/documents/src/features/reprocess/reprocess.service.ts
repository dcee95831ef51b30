import type { EventType } from '@hamkhan/contracts/events/registry';
import type { Identity } from '@hamkhan/contracts/identity';
import { AppError } from '@hamkhan/platform/app-error';
import { Outbox } from '@hamkhan/platform/kafka/outbox';
import { UnitOfWork } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { accessOf } from '../access/access.domain.js';
import { DocumentRepository } from '../document/document.repository.js';
import type { PageState } from '../page-state/page-state.domain.js';
import { PageWriter } from '../page-state/page-writer.service.js';
import { PageRepository } from '../page/page.repository.js';

type Request = Extract<EventType, 'documents.page.reprocess-requested' | 'documents.page.speech-requested'>;

/** Has a page done once more, for the owner of its document and nobody else (C26). */
@Injectable()
export class ReprocessService {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly pages: PageRepository,
    private readonly writer: PageWriter,
    private readonly outbox: Outbox,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Reads the page from the file again and translates it again; what is there stays until the new text comes.
   * @throws DOCUMENTS.NOT_FOUND, COMMON.FORBIDDEN, COMMON.CONFLICT while the page is being done, or where all work was stopped
   */
  readAnew(pageId: string, user: Identity): Promise<void> {
    return this.request('documents.page.reprocess-requested', pageId, user, (page) => {
      if (page.status !== 'success' && page.status !== 'failed') throw new AppError('COMMON.CONFLICT');
      return { ...page, status: 'reparse' };
    });
  }

  /**
   * Reads the page aloud again; the audio there is stays until the new one comes (C04).
   * @throws DOCUMENTS.NOT_FOUND, COMMON.FORBIDDEN, DOCUMENTS.NO_AUDIO where it was never read aloud, COMMON.CONFLICT while it is
   */
  speakAnew(pageId: string, user: Identity): Promise<void> {
    return this.request('documents.page.speech-requested', pageId, user, (page) => {
      if (!page.speech?.audio) throw new AppError('DOCUMENTS.NO_AUDIO');
      if (page.speech.status !== 'success' && page.speech.status !== 'failed')
        throw new AppError('COMMON.CONFLICT');
      const { failure: _before, ...speech } = page.speech;
      return { ...page, speech: { ...speech, status: 'inprogress' } };
    });
  }

  private async request(
    type: Request,
    pageId: string,
    user: Identity,
    change: (page: PageState) => PageState,
  ): Promise<void> {
    const place = await this.pages.findPlace(pageId);
    const known = place && (await this.documents.findByName(place.documentId));
    if (!place || !known || !accessOf(known, user, false)) throw new AppError('DOCUMENTS.NOT_FOUND');
    if (known.ownerId !== user.userId) throw new AppError('COMMON.FORBIDDEN');
    await this.unitOfWork.run(async (tx) => {
      const document = await this.documents.findForUpdate(known._id, tx);
      const page = await this.pages.find(place.documentId, place.number, tx);
      if (!document || !page) throw new AppError('DOCUMENTS.NOT_FOUND');
      if (document.status === 'canceled') throw new AppError('COMMON.CONFLICT');
      const revision = await this.writer.write(document, page, { before: page, after: change(page) }, tx);
      const data = { documentId: document._id, pageNumber: place.number };
      await this.outbox.add(type, { aggregateId: pageId, aggregateVersion: revision, data }, tx);
    });
  }
}
