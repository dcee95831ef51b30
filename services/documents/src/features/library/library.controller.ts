import {
  LibraryListQuery,
  type DocumentRequestsResponse,
  type LibraryListResponse,
} from '@hamkhan/contracts/http/documents';
import type { Identity } from '@hamkhan/contracts/identity';
import { Access, CurrentUser } from '@hamkhan/platform/http/access';
import { ZodPipe } from '@hamkhan/platform/http/zod-pipe';
import { Controller, Get, Headers, Query } from '@nestjs/common';
import { z } from 'zod';
import { uiLanguageOf } from '../document/ui-language.js';
import { LibraryService } from './library.service.js';

const RequestsQuery = z.object({ search: z.string().trim().max(200).default('') });
type RequestsQuery = z.infer<typeof RequestsQuery>;

@Controller('api')
@Access('user')
export class LibraryController {
  constructor(private readonly library: LibraryService) {}

  @Get('document/user/document/list/')
  list(
    @Query(new ZodPipe(LibraryListQuery)) query: LibraryListQuery,
    @CurrentUser() user: Identity,
    @Headers('accept-language') acceptLanguage: string | undefined,
  ): Promise<LibraryListResponse> {
    return this.library.list(user.userId, query, uiLanguageOf(acceptLanguage, user));
  }

  @Get('untranslated/document-requests/')
  requests(
    @Query(new ZodPipe(RequestsQuery)) { search }: RequestsQuery,
    @CurrentUser() user: Identity,
  ): Promise<DocumentRequestsResponse> {
    return this.library.listWaiting(user.userId, search);
  }
}
