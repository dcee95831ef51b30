import type {
  ApplySuggestionRequest,
  CreateSuggestionRequest,
  EditType,
  SuggestionSavedResponse,
  UpdateSuggestionRequest,
} from '@hamkhan/contracts/http/editing';
import type { Identity } from '@hamkhan/contracts/identity';
import { isSameText, mergeItems } from '@hamkhan/contracts/item-changes';
import type { UiLanguage } from '@hamkhan/contracts/languages';
import { AppError } from '@hamkhan/platform/app-error';
import { isDuplicateKey } from '@hamkhan/platform/mongo/mongo';
import { UnitOfWork, type Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Inject, Injectable } from '@nestjs/common';
import { DOCUMENTS_CONFIG, type DocumentsConfig } from '../../config.js';
import { isStaff } from '../access/access.domain.js';
import { EditLimit } from '../page-edit/edit-limit.service.js';
import { PageTextService, type OpenPage } from '../page-edit/page-text.service.js';
import { ImageSigner } from '../page/image-signature.domain.js';
import type { StoredPage } from '../page/page.repository.js';
import { newSuggestion, withDefaultTexts } from './new-suggestion.domain.js';
import { SuggestionAccess } from './suggestion-access.service.js';
import { nextStatus, type SuggestionAction } from './suggestion.domain.js';
import { toSuggestion } from './suggestion.mapper.js';
import { SuggestionRepository } from './suggestion.repository.js';
import type { SuggestionRow } from './suggestion.schema.js';

const HOUR_MS = 3_600_000;

type Saved = { row: SuggestionRow; hasChangedPage: boolean; conflict: boolean };
/** The saved suggestion, or the ids of the items that prevent saving it. */
type Outcome = Saved | { conflicts: string[] };
type EditedItems = CreateSuggestionRequest['suggested_content']['items'];

/** Writes suggestions on page texts: everyone signed in suggests, owner and staff apply; an owner's suggestion applies at once (G08, G83). */
@Injectable()
export class SuggestionService {
  private readonly maxPerHour: number;

  constructor(
    private readonly suggestions: SuggestionRepository,
    private readonly access: SuggestionAccess,
    private readonly texts: PageTextService,
    private readonly limit: EditLimit,
    private readonly signer: ImageSigner,
    private readonly unitOfWork: UnitOfWork,
    @Inject(DOCUMENTS_CONFIG) config: DocumentsConfig,
  ) {
    this.maxPerHour = config.SUGGESTIONS_PER_HOUR;
  }

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
    if (opened.mode === 'suggest') await this.assertBelowLimit(user);
    else await this.limit.take(user);
    const { edit_type: editType, title, description } = request;
    const create = async (page: StoredPage): Promise<SuggestionRow | null> => {
      const base = this.texts.itemsOf(page, editType);
      const items = await this.toStored(request.suggested_content.items, base, opened, page);
      const isStale = request.revision !== undefined && revisionOf(page, editType) > request.revision;
      if (isStale && !isSameText(base, items)) return null;
      const content = { authorId: user.userId, editType, base, items, revision: page.revision };
      return newSuggestion(opened, { ...content, title, description }, language);
    };
    if (opened.mode === 'owner') return this.createApplied(user, opened, create);
    return this.createPending(user, opened, editType, create);
  }

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
    await this.limit.take(user);
    const outcome = await this.unitOfWork.run(async (tx): Promise<Outcome> => {
      // A pending suggestion does not change the document. Owner and staff lock it, because they may use its media files.
      const isReader = opened.mode === 'suggest';
      const page = await (isReader ? this.texts.read(opened, tx) : this.texts.lock(opened, tx));
      const row = await this.suggestions.find(id, tx);
      if (!row) throw new AppError('SUGGESTIONS.NOT_FOUND');
      const status = this.nextStatus(row, 'update', opened);
      const described = withRequestedTexts(row, request);
      const edited = request.suggested_content?.items;
      return status === 'applied' && edited
        ? this.updateApplied(described, edited, { opened, page, language }, tx)
        : this.updatePending(described, request, { opened, page, language }, tx);
    });
    return this.respond(user, opened, outcome);
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
    await this.limit.take(user);
    const outcome = await this.unitOfWork.run(async (tx): Promise<Outcome> => {
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
      const applied = { status, base: current, items, revision, appliedAt: now, appliedBy: user.userId };
      const changed = withDefaultTexts({ ...row, ...applied, modifiedAt: now }, language);
      await this.suggestions.save(changed, tx);
      return { row: changed, hasChangedPage, conflict: revisionOf(page, row.editType) > row.revision };
    });
    const response = await this.respond(user, opened, outcome);
    return { ...response, page: response.page ?? (await this.texts.readDelivered(opened)) };
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
      if (!row) return await this.respond(user, opened, { conflicts: [] });
      return await this.respond(user, opened, { row, hasChangedPage: false, conflict: false });
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
    const outcome = await this.unitOfWork.run(async (tx): Promise<Outcome> => {
      const page = await this.texts.lock(opened, tx);
      const row = await create(page);
      if (!row) return { conflicts: [] };
      const hasChangedPage = !isSameText(row.base, row.items);
      const change = { type: row.editType, items: row.items };
      const revision = hasChangedPage ? await this.texts.write(opened, page, change, tx) : page.revision;
      const applied = { status: 'applied' as const, appliedAt: row.createdAt, appliedBy: user.userId };
      const appliedRow = { ...row, ...applied, revision };
      await this.suggestions.insert(appliedRow, tx);
      return { row: appliedRow, hasChangedPage, conflict: false };
    });
    return this.respond(user, opened, outcome);
  }

  /** Merges a new text of an applied edit into the page. */
  private async updateApplied(
    row: SuggestionRow,
    edited: EditedItems,
    { opened, page, language }: { opened: OpenPage; page: StoredPage; language: UiLanguage },
    tx: Tx,
  ): Promise<Outcome> {
    const suggested = await this.toStored(edited, row.items, opened, page);
    const current = this.texts.itemsOf(page, row.editType);
    const { items, conflicts } = mergeItems(row.items, suggested, current);
    if (conflicts.length > 0) return { conflicts };
    const hasChangedPage = !isSameText(current, items);
    const change = { type: row.editType, items };
    const revision = hasChangedPage ? await this.texts.write(opened, page, change, tx) : row.revision;
    const changed = withDefaultTexts({ ...row, items, revision, appliedAt: new Date() }, language);
    await this.suggestions.save(changed, tx);
    return { row: changed, hasChangedPage, conflict: revisionOf(page, row.editType) > row.revision };
  }

  private async updatePending(
    row: SuggestionRow,
    request: UpdateSuggestionRequest,
    { opened, page, language }: { opened: OpenPage; page: StoredPage; language: UiLanguage },
    tx: Tx,
  ): Promise<Outcome> {
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
    if (revisionOf(page, row.editType) > revision) return null;
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

  /** @throws SUGGESTIONS.TOO_MANY, with `retry_after` in seconds */
  private async assertBelowLimit(user: Identity): Promise<void> {
    const now = Date.now();
    const since = new Date(now - HOUR_MS);
    const { count, oldest } = await this.suggestions.countCreatedSince(user.userId, since);
    if (count < this.maxPerHour) return;
    const seconds = Math.ceil(((oldest?.getTime() ?? now) + HOUR_MS - now) / 1_000);
    throw new AppError('SUGGESTIONS.TOO_MANY', { details: { retry_after: Math.max(1, seconds) } });
  }

  /** @throws EDITING.CONFLICT */
  private async respond(
    user: Identity,
    opened: OpenPage,
    outcome: Outcome,
  ): Promise<SuggestionSavedResponse> {
    if ('conflicts' in outcome) {
      const page = await this.texts.readDelivered(opened);
      throw new AppError('EDITING.CONFLICT', { details: { page, conflicts: outcome.conflicts } });
    }
    const { row, hasChangedPage, conflict } = outcome;
    const context = await this.access.viewContext(user, opened, [row]);
    return {
      status: 'success',
      suggestion: toSuggestion(row, opened, context, this.signer),
      page: hasChangedPage ? await this.texts.readDelivered(opened) : null,
      conflict,
    };
  }
}

/** Applies the title and description of a request; an empty one returns to its default. */
function withRequestedTexts(row: SuggestionRow, request: UpdateSuggestionRequest): SuggestionRow {
  const { title = row.title, description = row.description } = request;
  const hasDefault = {
    title: request.title === undefined ? row.hasDefault.title : title === '',
    description: request.description === undefined ? row.hasDefault.description : description === '',
  };
  return { ...row, title, description, hasDefault, modifiedAt: new Date() };
}

/** The revision of the page at which a text last changed. */
const revisionOf = (page: StoredPage, type: EditType): number => page.textRevisions?.[type] ?? 0;
