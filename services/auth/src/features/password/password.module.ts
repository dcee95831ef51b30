import { Module } from '@nestjs/common';
import { CaptchaModule } from '../captcha/captcha.module.js';
import { CodesModule } from '../codes/codes.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { PasswordController } from './password.controller.js';
import { PasswordService } from './password.service.js';

@Module({
  imports: [UsersModule, CaptchaModule, CodesModule, PasswordsModule, SessionsModule],
  controllers: [PasswordController],
  providers: [PasswordService],
  exports: [PasswordService],
})
export class PasswordModule {}
