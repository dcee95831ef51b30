import type { CreateSuggestionRequest, SuggestionSavedResponse } from '@hamkhan/contracts/http/suggestions';
import type { EditType } from '@hamkhan/contracts/http/editing';
import type { Identity } from '@hamkhan/contracts/identity';
import { isSameText } from '@hamkhan/contracts/item-changes';
import type { UiLanguage } from '@hamkhan/contracts/languages';
import { AppError } from '@hamkhan/platform/app-error';
import { isDuplicateKey } from '@hamkhan/platform/mongo/mongo';
import { UnitOfWork, type Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { EditLimit } from '../page-text/edit-limit.service.js';
import { PageTextService, type OpenPage } from '../page-text/page-text.service.js';
import type { StoredPage } from '../page/page.repository.js';
import { newSuggestion } from './new-suggestion.domain.js';
import { SuggestionLimit } from './suggestion-limit.service.js';
import { SuggestionResponses, type SuggestionOutcome } from './suggestion-responses.service.js';
import { textRevisionOf } from './suggestion.domain.js';
import { SuggestionRepository } from './suggestion.repository.js';
import type { SuggestionRow } from './suggestion.schema.js';

/** Creates suggestions on page texts: everyone signed in suggests; an owner's suggestion applies at once (G08, G83). */
@Injectable()
export class SuggestionCreationService {
  constructor(
    private readonly suggestions: SuggestionRepository,
    private readonly texts: PageTextService,
    private readonly responses: SuggestionResponses,
    private readonly suggestionLimit: SuggestionLimit,
    private readonly editLimit: EditLimit,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Suggests a text for a page; an owner's suggestion applies at once.
   * @throws SUGGESTIONS.PENDING_EXISTS with the id of the existing one, SUGGESTIONS.TOO_MANY, EDITING.TOO_MANY, EDITING.CONFLICT with the
   * page if the text has changed since `revision`, EDITING.NOT_READY, COMMON.VALIDATION_FAILED, and as `PageTextService.open`
   */
  async create(
    user: Identity,
    pageId: string,
    request: CreateSuggestionRequest,
    language: UiLanguage,
  ): Promise<SuggestionSavedResponse> {
    const opened = await this.texts.open(pageId, user);
    if (opened.mode === 'suggest') await this.suggestionLimit.assertBelow(user);
    else await this.editLimit.take(user);
    const { edit_type: editType, title, description } = request;
    const create = async (page: StoredPage): Promise<SuggestionRow | null> => {
      const base = this.texts.itemsOf(page, editType);
      const edited = request.suggested_content.items;
      const items = await this.texts.toStored(edited, base, { opened, page, field: 'suggested_content' });
      const isStale = request.revision !== undefined && textRevisionOf(page, editType) > request.revision;
      if (isStale && !isSameText(base, items)) return null;
      const { userId: authorId, impersonatedBy } = user;
      const content = { authorId, impersonatedBy, editType, base, items, revision: page.revision };
      return newSuggestion(opened, { ...content, title, description }, language);
    };
    if (opened.mode === 'owner') return this.createApplied(user, opened, create);
    return this.createPending(user, opened, editType, create);
  }

  private async createPending(
    user: Identity,
    opened: OpenPage,
    editType: EditType,
    create: (page: StoredPage) => Promise<SuggestionRow | null>,
  ): Promise<SuggestionSavedResponse> {
    const insert = async (tx?: Tx): Promise<SuggestionRow | null> => {
      const row = await create(await (tx ? this.texts.lock(opened, tx) : this.texts.read(opened)));
      if (row) await this.suggestions.insert(row, tx);
      return row;
    };
    try {
      const row = await (opened.mode === 'suggest' ? insert() : this.unitOfWork.run(insert));
      if (!row) return await this.responses.of(user, opened, { conflicts: [] });
      return await this.responses.of(user, opened, { row, hasChangedPage: false, conflict: false });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const pending = await this.suggestions.pendingOf(user.userId, opened.id);
      const existing = pending.find((row) => row.editType === editType);
      if (!existing) throw new AppError('COMMON.CONFLICT', { cause: error });
      throw new AppError('SUGGESTIONS.PENDING_EXISTS', { details: { suggestion_id: existing._id } });
    }
  }

  private async createApplied(
    user: Identity,
    opened: OpenPage,
    create: (page: StoredPage) => Promise<SuggestionRow | null>,
  ): Promise<SuggestionSavedResponse> {
    const outcome = await this.unitOfWork.run(async (tx): Promise<SuggestionOutcome> => {
      const page = await this.texts.lock(opened, tx);
      const row = await create(page);
      if (!row) return { conflicts: [] };
      const hasChangedPage = !isSameText(row.base, row.items);
      const change = { type: row.editType, items: row.items };
      const revision = hasChangedPage ? await this.texts.write(opened, page, change, tx) : page.revision;
      const { userId: appliedBy, impersonatedBy: appliedImpersonatedBy } = user;
      const applied = { status: 'applied' as const, appliedAt: row.createdAt, appliedBy };
      const appliedRow = { ...row, ...applied, appliedImpersonatedBy, revision };
      await this.suggestions.insert(appliedRow, tx);
      return { row: appliedRow, hasChangedPage, conflict: false };
    });
    return this.responses.of(user, opened, outcome);
  }
}
