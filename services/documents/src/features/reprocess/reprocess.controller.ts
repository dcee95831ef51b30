import type { Identity } from '@hamkhan/contracts/identity';
import { Access, CurrentUser } from '@hamkhan/platform/http/access';
import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ReprocessService } from './reprocess.service.js';

@Controller('api/document/page')
@Access('user')
export class ReprocessController {
  constructor(private readonly pages: ReprocessService) {}

  @Post(':pageId/reprocess/')
  @HttpCode(200)
  async reprocess(
    @Param('pageId') pageId: string,
    @CurrentUser() user: Identity,
  ): Promise<{ status: 'success' }> {
    await this.pages.readAnew(pageId, user);
    return { status: 'success' };
  }

  @Post(':pageId/reprocess-tts/')
  @HttpCode(200)
  async reprocessSpeech(
    @Param('pageId') pageId: string,
    @CurrentUser() user: Identity,
  ): Promise<{ status: 'success' }> {
    await this.pages.speakAnew(pageId, user);
    return { status: 'success' };
  }
}
