import type { Identity } from '@hamkhan/contracts/identity';
import { Access, CurrentUser } from '@hamkhan/platform/http/access';
import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import { CancelService } from './cancel.service.js';

@Controller('api/document/user/document')
export class CancelController {
  constructor(private readonly cancels: CancelService) {}

  @Post(':documentId/cancel/')
  @HttpCode(200)
  @Access('user')
  async cancel(
    @Param('documentId') documentId: string,
    @CurrentUser() user: Identity,
  ): Promise<{ status: 'success' }> {
    await this.cancels.cancel(documentId, user);
    return { status: 'success' };
  }
}
