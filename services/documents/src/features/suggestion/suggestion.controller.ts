import type {
  OtherSuggestionsResponse,
  SuggestionCancelledResponse,
  SuggestionHistoryResponse,
  SuggestionListResponse,
  SuggestionResponse,
  SuggestionSavedResponse,
} from '@hamkhan/contracts/http/suggestions';
import type { Identity } from '@hamkhan/contracts/identity';
import {
  listSuggestionsRoute,
  listOtherSuggestionsRoute,
  suggestionHistoryRoute,
  createSuggestionRoute,
  suggestionRoute,
  updateSuggestionRoute,
  cancelSuggestionRoute,
  applySuggestionRoute,
} from '@hamkhan/contracts/routes/suggestions';
import { CurrentUser } from '@hamkhan/platform/http/access';
import { Endpoint, Input } from '@hamkhan/platform/http/endpoint';
import { Controller, Headers } from '@nestjs/common';
import { preferredLanguage } from '@hamkhan/platform/http/accept-language';
import { SuggestionCreationService } from './suggestion-creation.service.js';
import { SuggestionQueryService } from './suggestion-query.service.js';
import { SuggestionService } from './suggestion.service.js';

const status = 'success' as const;

@Controller()
export class SuggestionController {
  constructor(
    private readonly creation: SuggestionCreationService,
    private readonly suggestions: SuggestionService,
    private readonly queries: SuggestionQueryService,
  ) {}

  @Endpoint(listSuggestionsRoute)
  list(
    @Input() { params: { pageId } }: Input<typeof listSuggestionsRoute>,
    @CurrentUser() user: Identity,
  ): Promise<SuggestionListResponse> {
    return this.queries.list(user, pageId);
  }

  @Endpoint(listOtherSuggestionsRoute)
  others(
    @Input() { params: { pageId }, query }: Input<typeof listOtherSuggestionsRoute>,
    @CurrentUser() user: Identity,
  ): Promise<OtherSuggestionsResponse> {
    return this.queries.others(user, pageId, query);
  }

  @Endpoint(suggestionHistoryRoute)
  history(
    @Input() { params: { pageId }, query }: Input<typeof suggestionHistoryRoute>,
    @CurrentUser() user: Identity,
  ): Promise<SuggestionHistoryResponse> {
    return this.queries.history(user, pageId, query);
  }

  @Endpoint(createSuggestionRoute)
  create(
    @Input() { params: { pageId }, body: request }: Input<typeof createSuggestionRoute>,
    @CurrentUser() user: Identity,
    @Headers('accept-language') acceptLanguage: string | undefined,
  ): Promise<SuggestionSavedResponse> {
    return this.creation.create(user, pageId, request, preferredLanguage(acceptLanguage, user));
  }

  @Endpoint(suggestionRoute)
  async get(
    @Input() { params: { suggestionId: id } }: Input<typeof suggestionRoute>,
    @CurrentUser() user: Identity,
  ): Promise<SuggestionResponse> {
    return { status, suggestion: await this.queries.get(user, id) };
  }

  @Endpoint(updateSuggestionRoute)
  update(
    @Input() { params: { suggestionId: id }, body: request }: Input<typeof updateSuggestionRoute>,
    @CurrentUser() user: Identity,
    @Headers('accept-language') acceptLanguage: string | undefined,
  ): Promise<SuggestionSavedResponse> {
    return this.suggestions.update(user, id, request, preferredLanguage(acceptLanguage, user));
  }

  @Endpoint(cancelSuggestionRoute)
  async cancel(
    @Input() { params: { suggestionId: id } }: Input<typeof cancelSuggestionRoute>,
    @CurrentUser() user: Identity,
  ): Promise<SuggestionCancelledResponse> {
    await this.suggestions.cancel(user, id);
    return { status };
  }

  @Endpoint(applySuggestionRoute)
  apply(
    @Input() { params: { suggestionId: id }, body: request }: Input<typeof applySuggestionRoute>,
    @CurrentUser() user: Identity,
    @Headers('accept-language') acceptLanguage: string | undefined,
  ): Promise<SuggestionSavedResponse> {
    return this.suggestions.apply(user, id, request, preferredLanguage(acceptLanguage, user));
  }
}
