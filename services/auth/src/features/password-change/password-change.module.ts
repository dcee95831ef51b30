import { Module } from '@nestjs/common';
import { AccountGuardModule } from '../account-guard/account-guard.module.js';
import { CaptchaModule } from '../captcha/captcha.module.js';
import { CodesModule } from '../codes/codes.module.js';
import { NewPasswordModule } from '../new-password/new-password.module.js';
import { PasswordHashingModule } from '../password-hashing/password-hashing.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { PasswordChangeController } from './password-change.controller.js';
import { PasswordChangeService } from './password-change.service.js';

@Module({
  imports: [
    UsersModule,
    CaptchaModule,
    CodesModule,
    PasswordHashingModule,
    NewPasswordModule,
    SessionsModule,
    AccountGuardModule,
  ],
  controllers: [PasswordChangeController],
  providers: [PasswordChangeService],
  exports: [PasswordChangeService],
})
export class PasswordChangeModule {}
