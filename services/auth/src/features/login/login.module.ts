import { Module } from '@nestjs/common';
import { LimitsModule } from '../limits/limits.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { DemoAccountService } from './demo-account.service.js';
import { LoginController } from './login.controller.js';
import { LoginService } from './login.service.js';
import { PasswordsService } from './passwords.service.js';

@Module({
  imports: [UsersModule, SessionsModule, LimitsModule],
  controllers: [LoginController],
  providers: [LoginService, PasswordsService, DemoAccountService],
})
export class LoginModule {}
