import type { Identity } from '@hamkhan/contracts/identity';
import { reprocessPageRoute, reprocessSpeechRoute } from '@hamkhan/contracts/routes/reprocessing';
import { CurrentUser } from '@hamkhan/platform/http/access';
import { Endpoint, Input } from '@hamkhan/platform/http/endpoint';
import { Controller } from '@nestjs/common';
import { ReprocessService } from './reprocess.service.js';

@Controller()
export class ReprocessController {
  constructor(private readonly pages: ReprocessService) {}

  @Endpoint(reprocessPageRoute)
  async reprocess(
    @Input() { params: { pageId } }: Input<typeof reprocessPageRoute>,
    @CurrentUser() user: Identity,
  ): Promise<{ status: 'success' }> {
    await this.pages.reprocess(pageId, user);
    return { status: 'success' };
  }

  @Endpoint(reprocessSpeechRoute)
  async reprocessSpeech(
    @Input() { params: { pageId } }: Input<typeof reprocessSpeechRoute>,
    @CurrentUser() user: Identity,
  ): Promise<{ status: 'success' }> {
    await this.pages.reprocessSpeech(pageId, user);
    return { status: 'success' };
  }
}
