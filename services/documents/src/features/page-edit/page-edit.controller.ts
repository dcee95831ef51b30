import type { UpdatePageResponse } from '@hamkhan/contracts/http/editing';
import type { Identity } from '@hamkhan/contracts/identity';
import { updatePageRoute } from '@hamkhan/contracts/routes/editing';
import { CurrentUser } from '@hamkhan/platform/http/access';
import { Endpoint, Input } from '@hamkhan/platform/http/endpoint';
import { Controller, Headers } from '@nestjs/common';
import { preferredLanguage } from '@hamkhan/platform/http/accept-language';
import { PageEditService } from './page-edit.service.js';

@Controller()
export class PageEditController {
  constructor(private readonly edits: PageEditService) {}

  @Endpoint(updatePageRoute)
  update(
    @Input() { params: { pageId }, body: request }: Input<typeof updatePageRoute>,
    @CurrentUser() user: Identity,
    @Headers('accept-language') acceptLanguage: string | undefined,
  ): Promise<UpdatePageResponse> {
    return this.edits.update(user, pageId, request, preferredLanguage(acceptLanguage, user));
  }
}
