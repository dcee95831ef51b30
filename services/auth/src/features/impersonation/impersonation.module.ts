import { Module } from '@nestjs/common';
import { ImpersonationAuditModule } from '../impersonation-audit/impersonation-audit.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { ImpersonationController } from './impersonation.controller.js';
import { ImpersonationService } from './impersonation.service.js';

@Module({
  imports: [ImpersonationAuditModule, UsersModule, SessionsModule],
  controllers: [ImpersonationController],
  providers: [ImpersonationService],
})
export class ImpersonationModule {}
