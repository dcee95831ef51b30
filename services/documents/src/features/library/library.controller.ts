import type { DocumentRequestsResponse, LibraryListResponse } from '@hamkhan/contracts/http/documents';
import type { Identity } from '@hamkhan/contracts/identity';
import { listLibraryRoute, listDocumentRequestsRoute } from '@hamkhan/contracts/routes/library';
import { CurrentUser } from '@hamkhan/platform/http/access';
import { Endpoint, Input } from '@hamkhan/platform/http/endpoint';
import { Controller, Headers } from '@nestjs/common';
import { preferredLanguage } from '@hamkhan/platform/http/accept-language';
import { LibraryService } from './library.service.js';

@Controller()
export class LibraryController {
  constructor(private readonly library: LibraryService) {}

  @Endpoint(listLibraryRoute)
  list(
    @Input() { query }: Input<typeof listLibraryRoute>,
    @CurrentUser() user: Identity,
    @Headers('accept-language') acceptLanguage: string | undefined,
  ): Promise<LibraryListResponse> {
    return this.library.list(user, query, preferredLanguage(acceptLanguage, user));
  }

  @Endpoint(listDocumentRequestsRoute)
  requests(
    @Input() { query: { search } }: Input<typeof listDocumentRequestsRoute>,
    @CurrentUser() user: Identity,
  ): Promise<DocumentRequestsResponse> {
    return this.library.listWaiting(user.userId, search);
  }
}
