import type { EditType } from '@hamkhan/contracts/http/editing';
import type {
  OtherSuggestionsResponse,
  Suggestion,
  SuggestionHistoryResponse,
  SuggestionListResponse,
  SuggestionsQuery,
} from '@hamkhan/contracts/http/suggestions';
import type { Identity } from '@hamkhan/contracts/identity';
import { Injectable } from '@nestjs/common';
import { PageTextService } from '../page-text/page-text.service.js';
import { ImageSigner } from '../page/image-signature.domain.js';
import { SuggestionAccess } from './suggestion-access.service.js';
import { toCard, toHistoryEntry, toSuggestion } from './suggestion.mapper.js';
import { SuggestionRepository } from './suggestion.repository.js';

/** Lists pending suggestions and the edit history of pages. */
@Injectable()
export class SuggestionQueryService {
  constructor(
    private readonly suggestions: SuggestionRepository,
    private readonly access: SuggestionAccess,
    private readonly texts: PageTextService,
    private readonly signer: ImageSigner,
  ) {}

  /** Pending suggestions on a page: the user's own, and the number of others (RDR-SUGGEST-03). @throws as `PageTextService.open` */
  async list(user: Identity, pageId: string): Promise<SuggestionListResponse> {
    const opened = await this.texts.open(pageId, user);
    const rows = await this.suggestions.pendingOf(user.userId, pageId);
    const context = await this.access.viewContext(user, opened, rows);
    const ownSuggestion = (type: EditType): Suggestion | null => {
      const row = rows.find(({ editType }) => editType === type);
      return row ? toSuggestion(row, opened, context, this.signer) : null;
    };
    return {
      status: 'success',
      user_suggestions: {
        content: ownSuggestion('content'),
        translation_1: ownSuggestion('translation_1'),
        translation_2: ownSuggestion('translation_2'),
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

  /** Pending suggestions of others on a page; readers who only suggest get the number alone. @throws as `PageTextService.open` */
  async others(user: Identity, pageId: string, query: SuggestionsQuery): Promise<OtherSuggestionsResponse> {
    const opened = await this.texts.open(pageId, user);
    const filter = { pageId, status: 'pending', editType: query.edit_type, notOf: user.userId } as const;
    const { page, per_page } = query;
    if (opened.mode === 'suggest') {
      const total = await this.suggestions.count(filter);
      return { status: 'success', suggestions: [], total, page, per_page };
    }
    const { rows, total } = await this.suggestions.list(filter, query);
    const context = await this.access.viewContext(user, opened, rows);
    const suggestions = rows.map((row) => toCard(row, context));
    return { status: 'success', suggestions, total, page, per_page };
  }

  /** Applied suggestions and edits of a page, newest first (RDR-SUGGEST-04). @throws as `PageTextService.open` */
  async history(user: Identity, pageId: string, query: SuggestionsQuery): Promise<SuggestionHistoryResponse> {
    const opened = await this.texts.open(pageId, user);
    const filter = { pageId, status: 'applied', editType: query.edit_type } as const;
    const { rows, total } = await this.suggestions.list(filter, query);
    const context = await this.access.viewContext(user, opened, rows);
    const { page, per_page } = query;
    const history = rows.map((row) => toHistoryEntry(row, context));
    return { status: 'success', history, total, page, per_page };
  }

  /** @throws SUGGESTIONS.NOT_FOUND for everyone but its author, the owner and staff */
  async get(user: Identity, id: string): Promise<Suggestion> {
    const { row, opened } = await this.access.find(user, id);
    return toSuggestion(row, opened, await this.access.viewContext(user, opened, [row]), this.signer);
  }
}
