import type {
  ApplySuggestionRequest,
  CreateSuggestionRequest,
  EditType,
  OtherSuggestionsResponse,
  Suggestion,
  SuggestionHistoryResponse,
  SuggestionListResponse,
  SuggestionSavedResponse,
  SuggestionsQuery,
  UpdateSuggestionRequest,
} from '@hamkhan/contracts/http/editing';
import type { Identity } from '@hamkhan/contracts/identity';
import { isSameText, mergeItems } from '@hamkhan/contracts/item-changes';
import type { UiLanguage } from '@hamkhan/contracts/languages';
import { AppError } from '@hamkhan/platform/app-error';
import { isDuplicateKey } from '@hamkhan/platform/mongo/mongo';
import { UnitOfWork, type Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Inject, Injectable } from '@nestjs/common';
import { isStaff } from '../access/access.domain.js';
import { DOCUMENTS_CONFIG, type DocumentsConfig } from '../../config.js';
import { KnownUsersRepository } from '@hamkhan/platform/known-users/known-users.repository';
import { EditLimit } from '../page-edit/edit-limit.service.js';
import { PageTextService, type OpenPage } from '../page-edit/page-text.service.js';
import { ImageSigner } from '../page/image-signature.domain.js';
import type { StoredPage } from '../page/page.repository.js';
import { newSuggestion, withTexts } from './new-suggestion.domain.js';
import { nextStatus, type SuggestionAct } from './suggestion.domain.js';
import { toCard, toHistoryEntry, toSuggestion, type Viewed } from './suggestion.mapper.js';
import { SuggestionRepository } from './suggestion.repository.js';
import type { SuggestionRow } from './suggestion.schema.js';

const HOUR_MS = 3_600_000;

/** What became of a call that changes a suggestion: it as it is now, or the items that keep it from being done. */
type Done = { row: SuggestionRow; hasChangedPage: boolean; conflict: boolean };
type Outcome = Done | { conflicts: string[] };

/** Suggestions on the texts of pages: by everyone signed in, for owner and staff to apply; an owner's take effect at once (G08, G83). */
@Injectable()
export class SuggestionService {
  private readonly maxPerHour: number;

  constructor(
    private readonly suggestions: SuggestionRepository,
    private readonly texts: PageTextService,
    private readonly limit: EditLimit,
    private readonly users: KnownUsersRepository,
    private readonly signer: ImageSigner,
    private readonly unitOfWork: UnitOfWork,
    @Inject(DOCUMENTS_CONFIG) config: DocumentsConfig,
  ) {
    this.maxPerHour = config.SUGGESTIONS_PER_HOUR;
  }

  /** What of a page is pending: the caller's own, and how much of others (RDR-SUGGEST-03). @throws as `PageTextService.open` */
  async list(user: Identity, pageId: string): Promise<SuggestionListResponse> {
    const opened = await this.texts.open(pageId, user);
    const own = await this.suggestions.pendingOf(user.userId, pageId);
    const viewed = await this.viewed(user, opened, own);
    const mine = (type: EditType): Suggestion | null => {
      const row = own.find(({ editType }) => editType === type);
      return row ? toSuggestion(row, opened, viewed, this.signer) : null;
    };
    return {
      status: 'success',
      user_suggestions: {
        content: mine('content'),
        translation_1: mine('translation_1'),
        translation_2: mine('translation_2'),
      },
      other_suggestions_count: await this.suggestions.countByType({
        pageId,
        status: 'pending',
        notOf: user.userId,
      }),
      history_count: await this.suggestions.countByType({ pageId, status: 'applied' }),
      edit_mode: opened.mode,
    };
  }

  /** What others have pending on a page: owner and staff read it, others learn how much it is. @throws as `PageTextService.open` */
  async others(user: Identity, pageId: string, query: SuggestionsQuery): Promise<OtherSuggestionsResponse> {
    const opened = await this.texts.open(pageId, user);
    const filter = { pageId, status: 'pending', editType: query.edit_type, notOf: user.userId } as const;
    const { page, per_page } = query;
    if (opened.mode === 'suggest') {
      const total = await this.suggestions.count(filter);
      return { status: 'success', suggestions: [], total, page, per_page };
    }
    const { rows, total } = await this.suggestions.list(filter, query);
    const viewed = await this.viewed(user, opened, rows);
    return { status: 'success', suggestions: rows.map((row) => toCard(row, viewed)), total, page, per_page };
  }

  /** What was applied to a page, newest first (RDR-SUGGEST-04). @throws as `PageTextService.open` */
  async history(user: Identity, pageId: string, query: SuggestionsQuery): Promise<SuggestionHistoryResponse> {
    const opened = await this.texts.open(pageId, user);
    const filter = { pageId, status: 'applied', editType: query.edit_type } as const;
    const { rows, total } = await this.suggestions.list(filter, query);
    const viewed = await this.viewed(user, opened, rows);
    const { page, per_page } = query;
    return {
      status: 'success',
      history: rows.map((row) => toHistoryEntry(row, viewed)),
      total,
      page,
      per_page,
    };
  }

  /** @throws SUGGESTIONS.NOT_FOUND for everyone but its author, the owner and staff */
  async get(user: Identity, id: string): Promise<Suggestion> {
    const { row, opened } = await this.find(user, id);
    return toSuggestion(row, opened, await this.viewed(user, opened, [row]), this.signer);
  }

  /**
   * Suggests a text in place of the one that a page has; an owner's takes effect at once.
   * @throws SUGGESTIONS.PENDING_EXISTS with the id of the one there is, SUGGESTIONS.TOO_MANY, EDITING.TOO_MANY, EDITING.CONFLICT with the page where the text has changed
   * since `revision`, EDITING.NOT_READY, COMMON.VALIDATION_FAILED, and as `PageTextService.open`
   */
  async create(
    user: Identity,
    pageId: string,
    request: CreateSuggestionRequest,
    language: UiLanguage,
  ): Promise<SuggestionSavedResponse> {
    const opened = await this.texts.open(pageId, user);
    if (opened.mode === 'suggest') await this.assertFew(user);
    else await this.limit.take(user);
    const { edit_type: editType, title, description } = request;
    const make = async (page: StoredPage): Promise<SuggestionRow | null> => {
      const base = this.texts.itemsOf(page, editType);
      const items = await this.keep(request.suggested_content.items, base, opened, page);
      const isStale = request.revision !== undefined && revisionOf(page, editType) > request.revision;
      if (isStale && !isSameText(base, items)) return null;
      const written = { authorId: user.userId, editType, base, items, revision: page.revision };
      return newSuggestion(opened, { ...written, title, description }, language);
    };
    if (opened.mode === 'owner') return this.createApplied(user, opened, make);
    const insert = async (tx?: Tx): Promise<SuggestionRow | null> => {
      const row = await make(await (tx ? this.texts.lock(opened, tx) : this.texts.read(opened)));
      if (row) await this.suggestions.insert(row, tx);
      return row;
    };
    try {
      const row = await (opened.mode === 'suggest' ? insert() : this.unitOfWork.run(insert));
      if (!row) return await this.answer(user, opened, { conflicts: [] });
      return await this.answer(user, opened, { row, hasChangedPage: false, conflict: false });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const pending = await this.suggestions.pendingOf(user.userId, pageId);
      const there = pending.find((one) => one.editType === editType);
      if (!there) throw new AppError('COMMON.CONFLICT', { cause: error });
      throw new AppError('SUGGESTIONS.PENDING_EXISTS', { details: { suggestion_id: there._id } });
    }
  }

  /**
   * Changes a suggestion, by its author; an owner's edit goes on where it stands (G08).
   * @throws SUGGESTIONS.NOT_FOUND, COMMON.FORBIDDEN for who may see it and did not write it, SUGGESTIONS.CLOSED, EDITING.CONFLICT, EDITING.TOO_MANY, COMMON.VALIDATION_FAILED
   */
  async update(
    user: Identity,
    id: string,
    request: UpdateSuggestionRequest,
    language: UiLanguage,
  ): Promise<SuggestionSavedResponse> {
    const { row: seen, opened } = await this.find(user, id);
    if (seen.authorId !== user.userId) throw new AppError('COMMON.FORBIDDEN');
    await this.limit.take(user);
    const outcome = await this.unitOfWork.run(async (tx): Promise<Outcome> => {
      // What only waits to be looked at changes nothing of the document; who may use its files holds it, so that none goes meanwhile.
      const isReader = opened.mode === 'suggest';
      const page = await (isReader ? this.texts.read(opened, tx) : this.texts.lock(opened, tx));
      const row = await this.suggestions.find(id, tx);
      if (!row) throw new AppError('SUGGESTIONS.NOT_FOUND');
      const status = this.next(row, 'update', opened);
      const { title = row.title, description = row.description } = request;
      const titled = {
        title: request.title === undefined ? row.titled.title : title === '',
        description: request.description === undefined ? row.titled.description : description === '',
      };
      const worded = { ...row, title, description, titled, modifiedAt: new Date() };
      const edited = request.suggested_content?.items;
      if (status === 'applied' && edited) {
        const mine = await this.keep(edited, row.items, opened, page);
        const current = this.texts.itemsOf(page, row.editType);
        const { items, conflicts } = mergeItems(row.items, mine, current);
        if (conflicts.length > 0) return { conflicts };
        const hasChangedPage = !isSameText(current, items);
        const change = { type: row.editType, items };
        const revision = hasChangedPage ? await this.texts.write(opened, page, change, tx) : row.revision;
        const changed = withTexts({ ...worded, items, revision, appliedAt: new Date() }, language);
        await this.suggestions.save(changed, tx);
        return { row: changed, hasChangedPage, conflict: revisionOf(page, row.editType) > row.revision };
      }
      const rebased = this.rebased(worded, request.revision, page);
      if (!rebased) return { conflicts: [] };
      const items = edited ? await this.keep(edited, rebased.base, opened, page) : row.items;
      const changed = withTexts({ ...rebased, items }, language);
      await this.suggestions.save(changed, tx);
      return { row: changed, hasChangedPage: false, conflict: false };
    });
    return this.answer(user, opened, outcome);
  }

  /** Takes a suggestion back, by its author or staff. @throws SUGGESTIONS.NOT_FOUND, COMMON.FORBIDDEN, SUGGESTIONS.CLOSED once applied */
  async cancel(user: Identity, id: string): Promise<void> {
    const { row: seen, opened } = await this.find(user, id);
    if (seen.authorId !== user.userId && !isStaff(user)) throw new AppError('COMMON.FORBIDDEN');
    await this.unitOfWork.run(async (tx) => {
      const row = await this.suggestions.find(id, tx);
      if (!row) throw new AppError('SUGGESTIONS.NOT_FOUND');
      const status = this.next(row, 'cancel', opened);
      if (status !== row.status) await this.suggestions.save({ ...row, status, modifiedAt: new Date() }, tx);
    });
  }

  /**
   * Puts a suggestion into the page, by its owner or staff (G83). What others have changed since stays, item by item; where they changed the same
   * items it is refused, unless `force` lets the suggestion win there (C21).
   * @throws SUGGESTIONS.NOT_FOUND, COMMON.FORBIDDEN, SUGGESTIONS.CLOSED, EDITING.CONFLICT with the page and those items, EDITING.NOT_READY, EDITING.TOO_MANY
   */
  async apply(
    user: Identity,
    id: string,
    { force }: ApplySuggestionRequest,
    language: UiLanguage,
  ): Promise<SuggestionSavedResponse> {
    const { opened } = await this.find(user, id);
    if (opened.mode === 'suggest') throw new AppError('COMMON.FORBIDDEN');
    await this.limit.take(user);
    const outcome = await this.unitOfWork.run(async (tx): Promise<Outcome> => {
      const page = await this.texts.lock(opened, tx);
      const row = await this.suggestions.find(id, tx);
      if (!row) throw new AppError('SUGGESTIONS.NOT_FOUND');
      const status = this.next(row, 'apply', opened);
      const current = this.texts.itemsOf(page, row.editType);
      const { items, conflicts } = mergeItems(row.base, row.items, current);
      if (conflicts.length > 0 && !force) return { conflicts };
      const hasChangedPage = !isSameText(current, items);
      const change = { type: row.editType, items };
      const revision = hasChangedPage ? await this.texts.write(opened, page, change, tx) : page.revision;
      const now = new Date();
      const applied = { status, base: current, items, revision, appliedAt: now, appliedBy: user.userId };
      const changed = withTexts({ ...row, ...applied, modifiedAt: now }, language);
      await this.suggestions.save(changed, tx);
      return { row: changed, hasChangedPage, conflict: revisionOf(page, row.editType) > row.revision };
    });
    const answer = await this.answer(user, opened, outcome);
    return { ...answer, page: answer.page ?? (await this.texts.deliver(opened)) };
  }

  private async createApplied(
    user: Identity,
    opened: OpenPage,
    make: (page: StoredPage) => Promise<SuggestionRow | null>,
  ): Promise<SuggestionSavedResponse> {
    const outcome = await this.unitOfWork.run(async (tx): Promise<Outcome> => {
      const page = await this.texts.lock(opened, tx);
      const row = await make(page);
      if (!row) return { conflicts: [] };
      const hasChangedPage = !isSameText(row.base, row.items);
      const change = { type: row.editType, items: row.items };
      const revision = hasChangedPage ? await this.texts.write(opened, page, change, tx) : page.revision;
      const applied = { status: 'applied' as const, appliedAt: row.createdAt, appliedBy: user.userId };
      const kept = { ...row, ...applied, revision };
      await this.suggestions.insert(kept, tx);
      return { row: kept, hasChangedPage, conflict: false };
    });
    return this.answer(user, opened, outcome);
  }

  private keep(
    edited: CreateSuggestionRequest['suggested_content']['items'],
    known: SuggestionRow['base'],
    opened: OpenPage,
    page: StoredPage,
  ): Promise<SuggestionRow['items']> {
    return this.texts.keep(edited, known, { opened, page, field: 'suggested_content' });
  }

  /** With the text of the page as what it is compared with, where its author says so; null where that is not the text any more. */
  private rebased(row: SuggestionRow, revision: number | undefined, page: StoredPage): SuggestionRow | null {
    if (revision === undefined) return row;
    if (revisionOf(page, row.editType) > revision) return null;
    return { ...row, base: this.texts.itemsOf(page, row.editType), revision: page.revision };
  }

  private next(row: SuggestionRow, act: SuggestionAct, { mode }: OpenPage): SuggestionRow['status'] {
    const isOwnersEdit = mode === 'owner' && row.appliedBy === row.authorId;
    const status = nextStatus(row.status, act, { isOwnersEdit });
    if (!status) throw new AppError('SUGGESTIONS.CLOSED');
    return status;
  }

  /** A suggestion that the caller may see, and its page. @throws SUGGESTIONS.NOT_FOUND */
  private async find(user: Identity, id: string): Promise<{ row: SuggestionRow; opened: OpenPage }> {
    const row = await this.suggestions.find(id);
    if (!row) throw new AppError('SUGGESTIONS.NOT_FOUND');
    const opened = await this.openOf(row, user);
    if (row.authorId !== user.userId && opened.mode === 'suggest')
      throw new AppError('SUGGESTIONS.NOT_FOUND');
    return { row, opened };
  }

  /** @throws SUGGESTIONS.NOT_FOUND where the page is not theirs to see (any more) */
  private async openOf(row: SuggestionRow, user: Identity): Promise<OpenPage> {
    try {
      return await this.texts.open(row.pageId, user);
    } catch (error) {
      const isHidden = error instanceof AppError && HIDDEN.has(error.code);
      throw isHidden ? new AppError('SUGGESTIONS.NOT_FOUND', { cause: error }) : error;
    }
  }

  /** @throws SUGGESTIONS.TOO_MANY, with `retry_after` in seconds */
  private async assertFew(user: Identity): Promise<void> {
    const now = Date.now();
    const { count, oldest } = await this.suggestions.madeSince(user.userId, new Date(now - HOUR_MS));
    if (count < this.maxPerHour) return;
    const seconds = Math.ceil(((oldest?.getTime() ?? now) + HOUR_MS - now) / 1_000);
    throw new AppError('SUGGESTIONS.TOO_MANY', { details: { retry_after: Math.max(1, seconds) } });
  }

  private async viewed(
    user: Identity,
    opened: OpenPage,
    rows: readonly Pick<SuggestionRow, 'authorId'>[],
  ): Promise<Viewed> {
    const names = await this.users.namesOf([...new Set(rows.map(({ authorId }) => authorId))]);
    return { names, viewerId: user.userId, page: await this.texts.read(opened) };
  }

  private async answer(user: Identity, opened: OpenPage, outcome: Outcome): Promise<SuggestionSavedResponse> {
    if ('conflicts' in outcome) {
      const page = await this.texts.deliver(opened);
      throw new AppError('EDITING.CONFLICT', { details: { page, conflicts: outcome.conflicts } });
    }
    const { row, hasChangedPage, conflict } = outcome;
    const viewed = await this.viewed(user, opened, [row]);
    return {
      status: 'success',
      suggestion: toSuggestion(row, opened, viewed, this.signer),
      page: hasChangedPage ? await this.texts.deliver(opened) : null,
      conflict,
    };
  }
}

const HIDDEN: ReadonlySet<string> = new Set(['DOCUMENTS.NOT_FOUND', 'DOCUMENTS.PREVIEW_ONLY']);

/** The page's revision at which a text got the words it has. */
const revisionOf = (page: StoredPage, type: EditType): number => page.textRevisions?.[type] ?? 0;
