import { Module } from '@nestjs/common';
import { CaptchaModule } from '../captcha/captcha.module.js';
import { CodesModule } from '../codes/codes.module.js';
import { PasswordHashingModule } from '../password-hashing/password-hashing.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { PasswordChangeController } from './password-change.controller.js';
import { PasswordChangeService } from './password-change.service.js';

@Module({
  imports: [UsersModule, CaptchaModule, CodesModule, PasswordHashingModule, SessionsModule],
  controllers: [PasswordChangeController],
  providers: [PasswordChangeService],
  exports: [PasswordChangeService],
})
export class PasswordChangeModule {}
