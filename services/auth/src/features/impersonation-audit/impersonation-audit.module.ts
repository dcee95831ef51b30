import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AuditRepository } from './audit.repository.js';
import { AUDIT, AuditSchema } from './audit.schema.js';
import { ImpersonationAudit } from './impersonation-audit.service.js';

@Module({
  imports: [MongooseModule.forFeature([{ name: AUDIT, schema: AuditSchema }])],
  providers: [AuditRepository, ImpersonationAudit],
  exports: [ImpersonationAudit],
})
export class ImpersonationAuditModule {}
