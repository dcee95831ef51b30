import { type StaticPageResponse, UpdateStaticPageRequest } from '@hamkhan/contracts/http/static-pages';
import type { Identity } from '@hamkhan/contracts/identity';
import { Access, OptionalUser, CurrentUser } from '@hamkhan/platform/http/access';
import { ZodPipe } from '@hamkhan/platform/http/zod-pipe';
import { Body, Controller, Get, Headers, HttpCode, Param, Post } from '@nestjs/common';
import { uiLanguageOf } from '../document/ui-language.js';
import { StaticPageService } from './static-page.service.js';

/** About, help, terms and their like (ACC-STATIC, RDR-STATIC). */
@Controller('api/page')
export class StaticPageController {
  constructor(private readonly pages: StaticPageService) {}

  @Get(':slug/')
  @Access('guest')
  get(
    @Param('slug') slug: string,
    @Headers('accept-language') acceptLanguage: string | undefined,
    @OptionalUser() reader: Identity | null,
  ): Promise<StaticPageResponse> {
    return this.pages.get(slug, uiLanguageOf(acceptLanguage, reader));
  }

  @Post(':slug/update/')
  @HttpCode(200)
  @Access('user')
  update(
    @Param('slug') slug: string,
    @Body(new ZodPipe(UpdateStaticPageRequest)) body: UpdateStaticPageRequest,
    @CurrentUser() user: Identity,
  ): Promise<StaticPageResponse> {
    return this.pages.update(slug, body, user);
  }
}
