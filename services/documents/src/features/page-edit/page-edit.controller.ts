import { UpdatePageRequest, type UpdatePageResponse } from '@hamkhan/contracts/http/editing';
import type { Identity } from '@hamkhan/contracts/identity';
import { Access, CurrentUser } from '@hamkhan/platform/http/access';
import { ZodPipe } from '@hamkhan/platform/http/zod-pipe';
import { Body, Controller, Headers, HttpCode, Param, Post } from '@nestjs/common';
import { uiLanguageOf } from '../document/ui-language.js';
import { PageEditService } from './page-edit.service.js';

@Controller('api/document/page')
@Access('user')
export class PageEditController {
  constructor(private readonly edits: PageEditService) {}

  @Post(':pageId/update/')
  @HttpCode(200)
  update(
    @Param('pageId') pageId: string,
    @Body(new ZodPipe(UpdatePageRequest)) request: UpdatePageRequest,
    @CurrentUser() user: Identity,
    @Headers('accept-language') acceptLanguage: string | undefined,
  ): Promise<UpdatePageResponse> {
    return this.edits.update(user, pageId, request, uiLanguageOf(acceptLanguage, user));
  }
}
