import type { AccountExportResponse } from '@hamkhan/contracts/http/account-export';
import type { Identity } from '@hamkhan/contracts/identity';
import { accountExportRoute, requestAccountExportRoute } from '@hamkhan/contracts/routes/account-export';
import { CurrentUser } from '@hamkhan/platform/http/access';
import { Endpoint } from '@hamkhan/platform/http/endpoint';
import { Controller } from '@nestjs/common';
import { AccountExportService } from './account-export.service.js';
import { ExportTask } from './export-task.js';

@Controller()
export class AccountExportController {
  constructor(
    private readonly exports: AccountExportService,
    private readonly task: ExportTask,
  ) {}

  @Endpoint(accountExportRoute)
  get(@CurrentUser() { userId }: Identity): Promise<AccountExportResponse> {
    return this.responseFor(userId);
  }

  @Endpoint(requestAccountExportRoute)
  async request(@CurrentUser() user: Identity): Promise<AccountExportResponse> {
    await this.exports.request(user);
    this.task.wake();
    return this.responseFor(user.userId);
  }

  private async responseFor(userId: string): Promise<AccountExportResponse> {
    return { status: 'success', export: await this.exports.newest(userId) };
  }
}
