import { LEASES, LeaseSchema } from '@hamkhan/platform/lease/lease.schema';
import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { AccountGuardModule } from '../account-guard/account-guard.module.js';
import { PasswordChangeModule } from '../password-change/password-change.module.js';
import { SecondFactorModule } from '../second-factor/second-factor.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccountDeletionController } from './account-deletion.controller.js';
import { AccountDeletionService } from './account-deletion.service.js';
import { DueDeletions } from './due-deletions.js';
import { REMOVED_FILE, RemovedFileSchema } from './removed-file.schema.js';
import { RemovedFilesRepository } from './removed-files.repository.js';

@Module({
  imports: [
    MongooseModule.forFeature([
      { name: REMOVED_FILE, schema: RemovedFileSchema },
      { name: LEASES, schema: LeaseSchema },
    ]),
    AccountGuardModule,
    PasswordChangeModule,
    SecondFactorModule,
    SessionsModule,
    UsersModule,
  ],
  controllers: [AccountDeletionController],
  providers: [AccountDeletionService, DueDeletions, RemovedFilesRepository],
})
export class AccountDeletionModule {}
