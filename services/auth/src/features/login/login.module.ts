import { Module } from '@nestjs/common';
import { AccountGuardModule } from '../account-guard/account-guard.module.js';
import { CaptchaModule } from '../captcha/captcha.module.js';
import { PasswordHashingModule } from '../password-hashing/password-hashing.module.js';
import { SecondFactorModule } from '../second-factor/second-factor.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { DemoAccountService } from './demo-account.service.js';
import { LoginController } from './login.controller.js';
import { LoginService } from './login.service.js';

@Module({
  imports: [
    UsersModule,
    SessionsModule,
    PasswordHashingModule,
    CaptchaModule,
    AccountGuardModule,
    SecondFactorModule,
  ],
  controllers: [LoginController],
  providers: [LoginService, DemoAccountService],
})
export class LoginModule {}
