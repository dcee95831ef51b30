import type {
  ApplySuggestionRequest,
  SuggestionSavedResponse,
  UpdateSuggestionRequest,
} from '@hamkhan/contracts/http/suggestions';
import type { Identity } from '@hamkhan/contracts/identity';
import { isSameText, mergeItems } from '@hamkhan/contracts/item-changes';
import type { UiLanguage } from '@hamkhan/contracts/languages';
import { AppError } from '@hamkhan/platform/app-error';
import { UnitOfWork, type Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { isStaff } from '../access/access.domain.js';
import { EditLimit } from '../page-text/edit-limit.service.js';
import { PageTextService, type OpenPage } from '../page-text/page-text.service.js';
import type { StoredPage } from '../page/page.repository.js';
import { SuggestionAccess } from './suggestion-access.service.js';
import { SuggestionResponses, type SuggestionOutcome } from './suggestion-responses.service.js';
import { withDefaultTexts, withRequestedTexts } from './suggestion-texts.domain.js';
import { nextStatus, textRevisionOf, type SuggestionAction } from './suggestion.domain.js';
import { SuggestionRepository } from './suggestion.repository.js';
import type { SuggestionRow } from './suggestion.schema.js';

type EditedItems = NonNullable<UpdateSuggestionRequest['suggested_content']>['items'];

/** Changes, cancels and applies suggestions on page texts: authors change and cancel them, owner and staff apply them (G08, G83). */
@Injectable()
export class SuggestionService {
  constructor(
    private readonly suggestions: SuggestionRepository,
    private readonly access: SuggestionAccess,
    private readonly texts: PageTextService,
    private readonly responses: SuggestionResponses,
    private readonly editLimit: EditLimit,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Changes a suggestion of the user; an owner continues an applied edit (G08).
   * @throws SUGGESTIONS.NOT_FOUND, COMMON.FORBIDDEN for users who can see it but did not write it, SUGGESTIONS.CLOSED, EDITING.CONFLICT,
   * EDITING.TOO_MANY, COMMON.VALIDATION_FAILED
   */
  async update(
    user: Identity,
    id: string,
    request: UpdateSuggestionRequest,
    language: UiLanguage,
  ): Promise<SuggestionSavedResponse> {
    const { row: found, opened } = await this.access.find(user, id);
    if (found.authorId !== user.userId) throw new AppError('COMMON.FORBIDDEN');
    await this.editLimit.take(user);
    const outcome = await this.unitOfWork.run(async (tx): Promise<SuggestionOutcome> => {
      // A pending suggestion does not change the document. Owner and staff lock it, because they may use its media files.
      const isReader = opened.mode === 'suggest';
      const page = await (isReader ? this.texts.read(opened, tx) : this.texts.lock(opened, tx));
      const row = await this.suggestions.find(id, tx);
      if (!row) throw new AppError('SUGGESTIONS.NOT_FOUND');
      const status = this.nextStatus(row, 'update', opened);
      const described = { ...withRequestedTexts(row, request), impersonatedBy: user.impersonatedBy };
      const edited = request.suggested_content?.items;
      return status === 'applied' && edited
        ? this.updateApplied(described, edited, { opened, page, language }, tx)
        : this.updatePending(described, request, { opened, page, language }, tx);
    });
    return this.responses.of(user, opened, outcome);
  }

  /** Cancels a suggestion, for its author and staff. @throws SUGGESTIONS.NOT_FOUND, COMMON.FORBIDDEN, SUGGESTIONS.CLOSED once applied */
  async cancel(user: Identity, id: string): Promise<void> {
    const { row: found, opened } = await this.access.find(user, id);
    if (found.authorId !== user.userId && !isStaff(user)) throw new AppError('COMMON.FORBIDDEN');
    await this.unitOfWork.run(async (tx) => {
      const row = await this.suggestions.find(id, tx);
      if (!row) throw new AppError('SUGGESTIONS.NOT_FOUND');
      const status = this.nextStatus(row, 'cancel', opened);
      if (status !== row.status) await this.suggestions.save({ ...row, status, modifiedAt: new Date() }, tx);
    });
  }

  /**
   * Applies a suggestion to its page, for owner and staff (G83). Changes that others made since are merged item by item; if they changed
   * the same items, the suggestion is refused, or wins with `force` (C21).
   * @throws SUGGESTIONS.NOT_FOUND, COMMON.FORBIDDEN, SUGGESTIONS.CLOSED, EDITING.CONFLICT with the page and those items, EDITING.NOT_READY,
   * EDITING.TOO_MANY
   */
  async apply(
    user: Identity,
    id: string,
    { force }: ApplySuggestionRequest,
    language: UiLanguage,
  ): Promise<SuggestionSavedResponse> {
    const { opened } = await this.access.find(user, id);
    if (opened.mode === 'suggest') throw new AppError('COMMON.FORBIDDEN');
    await this.editLimit.take(user);
    const outcome = await this.unitOfWork.run(async (tx): Promise<SuggestionOutcome> => {
      const page = await this.texts.lock(opened, tx);
      const row = await this.suggestions.find(id, tx);
      if (!row) throw new AppError('SUGGESTIONS.NOT_FOUND');
      const status = this.nextStatus(row, 'apply', opened);
      const current = this.texts.itemsOf(page, row.editType);
      const { items, conflicts } = mergeItems(row.base, row.items, current);
      if (conflicts.length > 0 && !force) return { conflicts };
      const hasChangedPage = !isSameText(current, items);
      const change = { type: row.editType, items };
      const revision = hasChangedPage ? await this.texts.write(opened, page, change, tx) : page.revision;
      const now = new Date();
      const { userId: appliedBy, impersonatedBy: appliedImpersonatedBy } = user;
      const applied = { status, base: current, items, revision, appliedAt: now, appliedBy };
      const changed = withDefaultTexts(
        { ...row, ...applied, appliedImpersonatedBy, modifiedAt: now },
        language,
      );
      await this.suggestions.save(changed, tx);
      return { row: changed, hasChangedPage, conflict: textRevisionOf(page, row.editType) > row.revision };
    });
    const response = await this.responses.of(user, opened, outcome);
    return { ...response, page: response.page ?? (await this.texts.readDelivered(opened)) };
  }

  /** Merges a new text of an applied edit into the page. */
  private async updateApplied(
    row: SuggestionRow,
    edited: EditedItems,
    { opened, page, language }: { opened: OpenPage; page: StoredPage; language: UiLanguage },
    tx: Tx,
  ): Promise<SuggestionOutcome> {
    const suggested = await this.toStored(edited, row.items, opened, page);
    const current = this.texts.itemsOf(page, row.editType);
    const { items, conflicts } = mergeItems(row.items, suggested, current);
    if (conflicts.length > 0) return { conflicts };
    const hasChangedPage = !isSameText(current, items);
    const change = { type: row.editType, items };
    const revision = hasChangedPage ? await this.texts.write(opened, page, change, tx) : row.revision;
    const changed = withDefaultTexts({ ...row, items, revision, appliedAt: new Date() }, language);
    await this.suggestions.save(changed, tx);
    return { row: changed, hasChangedPage, conflict: textRevisionOf(page, row.editType) > row.revision };
  }

  private async updatePending(
    row: SuggestionRow,
    request: UpdateSuggestionRequest,
    { opened, page, language }: { opened: OpenPage; page: StoredPage; language: UiLanguage },
    tx: Tx,
  ): Promise<SuggestionOutcome> {
    const rebased = this.rebase(row, request.revision, page);
    if (!rebased) return { conflicts: [] };
    const edited = request.suggested_content?.items;
    const items = edited ? await this.toStored(edited, rebased.base, opened, page) : row.items;
    const changed = withDefaultTexts({ ...rebased, items }, language);
    await this.suggestions.save(changed, tx);
    return { row: changed, hasChangedPage: false, conflict: false };
  }

  private toStored(
    edited: EditedItems,
    base: SuggestionRow['base'],
    opened: OpenPage,
    page: StoredPage,
  ): Promise<SuggestionRow['items']> {
    return this.texts.toStored(edited, base, { opened, page, field: 'suggested_content' });
  }

  /** Makes the current text the base of a suggestion if its author has seen it at `revision`; null if the text has changed since. */
  private rebase(row: SuggestionRow, revision: number | undefined, page: StoredPage): SuggestionRow | null {
    if (revision === undefined) return row;
    if (textRevisionOf(page, row.editType) > revision) return null;
    return { ...row, base: this.texts.itemsOf(page, row.editType), revision: page.revision };
  }

  /** @throws SUGGESTIONS.CLOSED */
  private nextStatus(
    row: SuggestionRow,
    action: SuggestionAction,
    { mode }: OpenPage,
  ): SuggestionRow['status'] {
    const isOwnersEdit = mode === 'owner' && row.appliedBy === row.authorId;
    const status = nextStatus(row.status, action, { isOwnersEdit });
    if (!status) throw new AppError('SUGGESTIONS.CLOSED');
    return status;
  }
}
