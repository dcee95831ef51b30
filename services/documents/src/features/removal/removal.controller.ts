import type { Identity } from '@hamkhan/contracts/identity';
import { removeDocumentRoute } from '@hamkhan/contracts/routes/library';
import { CurrentUser } from '@hamkhan/platform/http/access';
import { Endpoint, Input } from '@hamkhan/platform/http/endpoint';
import { Controller } from '@nestjs/common';
import { RemovalService } from './removal.service.js';

@Controller()
export class RemovalController {
  constructor(private readonly removals: RemovalService) {}

  @Endpoint(removeDocumentRoute)
  async remove(
    @Input() { params: { documentId } }: Input<typeof removeDocumentRoute>,
    @CurrentUser() user: Identity,
  ): Promise<{ status: 'success' }> {
    await this.removals.remove(documentId, user);
    return { status: 'success' };
  }
}
