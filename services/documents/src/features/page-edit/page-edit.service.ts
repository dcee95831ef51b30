import {
  editOfVersion,
  type UpdatePageRequest,
  type UpdatePageResponse,
} from '@hamkhan/contracts/http/editing';
import type { Identity } from '@hamkhan/contracts/identity';
import { isSameText } from '@hamkhan/contracts/item-changes';
import type { UiLanguage } from '@hamkhan/contracts/languages';
import { AppError } from '@hamkhan/platform/app-error';
import { UnitOfWork } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { SuggestionHistory } from '../suggestion/suggestion-history.service.js';
import { EditLimit } from '../page-text/edit-limit.service.js';
import { PageTextService } from '../page-text/page-text.service.js';

/** Page edits that apply at once. */
@Injectable()
export class PageEditService {
  constructor(
    private readonly texts: PageTextService,
    private readonly history: SuggestionHistory,
    private readonly limit: EditLimit,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Replaces one text of a page, for the owner of its document (with a history entry) and for staff (G08).
   * @throws DOCUMENTS.NOT_FOUND, DOCUMENTS.PREVIEW_ONLY, COMMON.FORBIDDEN for everyone else, EDITING.NOT_READY, EDITING.CONFLICT with the
   * current page if the text has changed since the revision the editor started from, EDITING.TOO_MANY, COMMON.VALIDATION_FAILED
   */
  async update(
    user: Identity,
    pageId: string,
    request: UpdatePageRequest,
    language: UiLanguage,
  ): Promise<UpdatePageResponse> {
    const opened = await this.texts.open(pageId, user);
    if (opened.mode === 'suggest') throw new AppError('COMMON.FORBIDDEN');
    await this.limit.take(user);
    const type = editOfVersion(request.translation_version);
    const { revision } = request;
    const done = await this.unitOfWork.run(async (tx) => {
      const page = await this.texts.lock(opened, tx);
      const before = this.texts.itemsOf(page, type);
      const items = await this.texts.toStored(request.content.items, before, {
        opened,
        page,
        field: 'content',
      });
      if (isSameText(before, items)) return { suggestionId: null };
      if (revision !== undefined && (page.textRevisions?.[type] ?? 0) > revision) return null;
      const written = await this.texts.write(opened, page, { type, items }, tx);
      if (opened.mode === 'staff') return { suggestionId: null };
      const edit = { type, before, after: items, revision: written };
      return { suggestionId: await this.history.addApplied(opened, user, edit, language, tx) };
    });
    const page = await this.texts.readDelivered(opened);
    if (!done) throw new AppError('EDITING.CONFLICT', { details: { page, conflicts: [] } });
    return { status: 'success', page, suggestion_id: done.suggestionId };
  }
}
