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

/** Requests reprocessing of a page, for the owner of its document only (C26). */
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
   * Converts and translates a page again; its current text stays until the new one arrives.
   * @throws DOCUMENTS.NOT_FOUND, COMMON.FORBIDDEN, COMMON.CONFLICT while the page is processed, or if the document was canceled
   */
  reprocess(pageId: string, user: Identity): Promise<void> {
    return this.request('documents.page.reprocess-requested', pageId, user, (page) => {
      if (page.status !== 'success' && page.status !== 'failed') throw new AppError('COMMON.CONFLICT');
      return { ...page, status: 'reparse' };
    });
  }

  /**
   * Generates the speech of a page again; its current audio stays until the new one arrives (C04).
   * @throws DOCUMENTS.NOT_FOUND, COMMON.FORBIDDEN, DOCUMENTS.NO_AUDIO if the page has no audio, COMMON.CONFLICT while it is generated
   */
  reprocessSpeech(pageId: string, user: Identity): Promise<void> {
    return this.request('documents.page.speech-requested', pageId, user, (page) => {
      if (!page.speech?.audio) throw new AppError('DOCUMENTS.NO_AUDIO');
      if (page.speech.status !== 'success' && page.speech.status !== 'failed')
        throw new AppError('COMMON.CONFLICT');
      const { failure: _previous, ...speech } = page.speech;
      return { ...page, speech: { ...speech, status: 'inprogress' } };
    });
  }

  private async request(
    type: Request,
    pageId: string,
    user: Identity,
    change: (page: PageState) => PageState,
  ): Promise<void> {
    const place = await this.pages.findLocation(pageId);
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
