import type { PublishResponse, UnpublishResponse } from '@hamkhan/contracts/http/documents';
import type { Identity } from '@hamkhan/contracts/identity';
import { publishDocumentRoute, unpublishDocumentRoute } from '@hamkhan/contracts/routes/library';
import { CurrentUser } from '@hamkhan/platform/http/access';
import { Endpoint, Input } from '@hamkhan/platform/http/endpoint';
import { Controller } from '@nestjs/common';
import { PublishService } from './publish.service.js';

@Controller()
export class PublishController {
  constructor(private readonly documents: PublishService) {}

  @Endpoint(publishDocumentRoute)
  async publish(
    @Input() { params: { documentId } }: Input<typeof publishDocumentRoute>,
    @CurrentUser() user: Identity,
  ): Promise<PublishResponse> {
    await this.documents.publish(documentId, user);
    return { status: 'success', published: true };
  }

  @Endpoint(unpublishDocumentRoute)
  async unpublish(
    @Input() { params: { documentId } }: Input<typeof unpublishDocumentRoute>,
    @CurrentUser() user: Identity,
  ): Promise<UnpublishResponse> {
    await this.documents.unpublish(documentId, user);
    return { status: 'success', published: false };
  }
}
