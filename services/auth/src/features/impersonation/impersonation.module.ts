import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { AuditRepository } from './audit.repository.js';
import { AUDIT, AuditSchema } from './audit.schema.js';
import { ImpersonationController } from './impersonation.controller.js';
import { ImpersonationService } from './impersonation.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: AUDIT, schema: AuditSchema }]), UsersModule, SessionsModule],
  controllers: [ImpersonationController],
  providers: [AuditRepository, ImpersonationService],
})
export class ImpersonationModule {}
