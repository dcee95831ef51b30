import type { Identity } from '@hamkhan/contracts/identity';
import { Access, CurrentUser } from '@hamkhan/platform/http/access';
import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import { RemovalService } from './removal.service.js';

@Controller('api/document/user/document')
export class RemovalController {
  constructor(private readonly removals: RemovalService) {}

  @Post(':documentId/remove/')
  @HttpCode(200)
  @Access('user')
  async remove(
    @Param('documentId') documentId: string,
    @CurrentUser() user: Identity,
  ): Promise<{ status: 'success' }> {
    await this.removals.remove(documentId, user);
    return { status: 'success' };
  }
}
