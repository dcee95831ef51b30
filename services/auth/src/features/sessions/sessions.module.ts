import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { ImpersonationAuditModule } from '../impersonation-audit/impersonation-audit.module.js';
import { UsersModule } from '../users/users.module.js';
import { SESSION, SessionSchema } from './session.schema.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsService } from './sessions.service.js';

@Module({
  imports: [
    MongooseModule.forFeature([{ name: SESSION, schema: SessionSchema }]),
    UsersModule,
    ImpersonationAuditModule,
  ],
  controllers: [SessionsController],
  providers: [SessionsRepository, SessionsService],
  exports: [SessionsService],
})
export class SessionsModule {}
