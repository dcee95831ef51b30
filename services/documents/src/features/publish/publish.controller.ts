import type { PublishResponse } from '@hamkhan/contracts/http/documents';
import type { Identity } from '@hamkhan/contracts/identity';
import { Access, CurrentUser } from '@hamkhan/platform/http/access';
import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import { PublishService } from './publish.service.js';

@Controller('api/document/user/document')
export class PublishController {
  constructor(private readonly documents: PublishService) {}

  @Post(':documentId/publish/')
  @HttpCode(200)
  @Access('user')
  async publish(
    @Param('documentId') documentId: string,
    @CurrentUser() user: Identity,
  ): Promise<PublishResponse> {
    await this.documents.publish(documentId, user);
    return { status: 'success', published: true };
  }
}
