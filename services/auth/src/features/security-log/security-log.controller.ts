import type { SecurityLogResponse } from '@hamkhan/contracts/http/security-log';
import type { Identity } from '@hamkhan/contracts/identity';
import { securityLogRoute } from '@hamkhan/contracts/routes/security-log';
import { CurrentUser } from '@hamkhan/platform/http/access';
import { Endpoint, Input } from '@hamkhan/platform/http/endpoint';
import { Controller } from '@nestjs/common';
import { SecurityLog } from './security-log.service.js';

@Controller()
export class SecurityLogController {
  constructor(private readonly log: SecurityLog) {}

  @Endpoint(securityLogRoute)
  search(
    @Input() { query }: Input<typeof securityLogRoute>,
    @CurrentUser() user: Identity,
  ): Promise<SecurityLogResponse> {
    return this.log.search(user, query);
  }
}
