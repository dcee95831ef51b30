import type { StaticPageResponse } from '@hamkhan/contracts/http/static-pages';
import type { Identity } from '@hamkhan/contracts/identity';
import { staticPageRoute, updateStaticPageRoute } from '@hamkhan/contracts/routes/static-pages';
import { OptionalUser, CurrentUser } from '@hamkhan/platform/http/access';
import { Endpoint, Input } from '@hamkhan/platform/http/endpoint';
import { Controller, Headers } from '@nestjs/common';
import { preferredLanguage } from '@hamkhan/platform/http/accept-language';
import { StaticPageService } from './static-page.service.js';

/** Static pages: about, help, terms and others (ACC-STATIC, RDR-STATIC). */
@Controller()
export class StaticPageController {
  constructor(private readonly pages: StaticPageService) {}

  @Endpoint(staticPageRoute)
  get(
    @Input() { params: { slug } }: Input<typeof staticPageRoute>,
    @Headers('accept-language') acceptLanguage: string | undefined,
    @OptionalUser() reader: Identity | null,
  ): Promise<StaticPageResponse> {
    return this.pages.get(slug, preferredLanguage(acceptLanguage, reader));
  }

  @Endpoint(updateStaticPageRoute)
  update(
    @Input() { params: { slug }, body }: Input<typeof updateStaticPageRoute>,
    @CurrentUser() user: Identity,
  ): Promise<StaticPageResponse> {
    return this.pages.update(slug, body, user);
  }
}
