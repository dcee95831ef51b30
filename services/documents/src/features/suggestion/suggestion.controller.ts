import {
  ApplySuggestionRequest,
  CreateSuggestionRequest,
  SuggestionsQuery,
  UpdateSuggestionRequest,
  type OtherSuggestionsResponse,
  type SuggestionCancelledResponse,
  type SuggestionHistoryResponse,
  type SuggestionListResponse,
  type SuggestionResponse,
  type SuggestionSavedResponse,
} from '@hamkhan/contracts/http/editing';
import type { Identity } from '@hamkhan/contracts/identity';
import { Access, CurrentUser } from '@hamkhan/platform/http/access';
import { ZodPipe } from '@hamkhan/platform/http/zod-pipe';
import { Body, Controller, Get, Headers, HttpCode, Param, Post, Query } from '@nestjs/common';
import { uiLanguageOf } from '../document/ui-language.js';
import { SuggestionService } from './suggestion.service.js';

const status = 'success' as const;

@Controller('api/document')
@Access('user')
export class SuggestionController {
  constructor(private readonly suggestions: SuggestionService) {}

  @Get('page/:pageId/suggestion/list/')
  list(@Param('pageId') pageId: string, @CurrentUser() user: Identity): Promise<SuggestionListResponse> {
    return this.suggestions.list(user, pageId);
  }

  @Get('page/:pageId/suggestion/others/')
  others(
    @Param('pageId') pageId: string,
    @Query(new ZodPipe(SuggestionsQuery)) query: SuggestionsQuery,
    @CurrentUser() user: Identity,
  ): Promise<OtherSuggestionsResponse> {
    return this.suggestions.others(user, pageId, query);
  }

  @Get('page/:pageId/suggestion/history/')
  history(
    @Param('pageId') pageId: string,
    @Query(new ZodPipe(SuggestionsQuery)) query: SuggestionsQuery,
    @CurrentUser() user: Identity,
  ): Promise<SuggestionHistoryResponse> {
    return this.suggestions.history(user, pageId, query);
  }

  @Post('page/:pageId/suggestion/create/')
  @HttpCode(200)
  create(
    @Param('pageId') pageId: string,
    @Body(new ZodPipe(CreateSuggestionRequest)) request: CreateSuggestionRequest,
    @CurrentUser() user: Identity,
    @Headers('accept-language') acceptLanguage: string | undefined,
  ): Promise<SuggestionSavedResponse> {
    return this.suggestions.create(user, pageId, request, uiLanguageOf(acceptLanguage, user));
  }

  @Get('suggestion/:suggestionId/')
  async get(@Param('suggestionId') id: string, @CurrentUser() user: Identity): Promise<SuggestionResponse> {
    return { status, suggestion: await this.suggestions.get(user, id) };
  }

  @Post('suggestion/:suggestionId/update/')
  @HttpCode(200)
  update(
    @Param('suggestionId') id: string,
    @Body(new ZodPipe(UpdateSuggestionRequest)) request: UpdateSuggestionRequest,
    @CurrentUser() user: Identity,
    @Headers('accept-language') acceptLanguage: string | undefined,
  ): Promise<SuggestionSavedResponse> {
    return this.suggestions.update(user, id, request, uiLanguageOf(acceptLanguage, user));
  }

  @Post('suggestion/:suggestionId/cancel/')
  @HttpCode(200)
  async cancel(
    @Param('suggestionId') id: string,
    @CurrentUser() user: Identity,
  ): Promise<SuggestionCancelledResponse> {
    await this.suggestions.cancel(user, id);
    return { status };
  }

  @Post('suggestion/:suggestionId/apply/')
  @HttpCode(200)
  apply(
    @Param('suggestionId') id: string,
    @Body(new ZodPipe(ApplySuggestionRequest)) request: ApplySuggestionRequest,
    @CurrentUser() user: Identity,
    @Headers('accept-language') acceptLanguage: string | undefined,
  ): Promise<SuggestionSavedResponse> {
    return this.suggestions.apply(user, id, request, uiLanguageOf(acceptLanguage, user));
  }
}
