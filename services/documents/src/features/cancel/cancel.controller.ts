import type { Identity } from '@hamkhan/contracts/identity';
import { cancelDocumentRoute } from '@hamkhan/contracts/routes/library';
import { CurrentUser } from '@hamkhan/platform/http/access';
import { Endpoint, Input } from '@hamkhan/platform/http/endpoint';
import { Controller } from '@nestjs/common';
import { CancelService } from './cancel.service.js';

@Controller()
export class CancelController {
  constructor(private readonly cancels: CancelService) {}

  @Endpoint(cancelDocumentRoute)
  async cancel(
    @Input() { params: { documentId } }: Input<typeof cancelDocumentRoute>,
    @CurrentUser() user: Identity,
  ): Promise<{ status: 'success' }> {
    await this.cancels.cancel(documentId, user);
    return { status: 'success' };
  }
}
