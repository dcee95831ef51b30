import { Module } from '@nestjs/common';
import { CodesModule } from '../codes/codes.module.js';
import { PasswordChangeModule } from '../password-change/password-change.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { MobileController } from './mobile.controller.js';
import { MobileService } from './mobile.service.js';

@Module({
  imports: [UsersModule, CodesModule, PasswordChangeModule, SessionsModule],
  controllers: [MobileController],
  providers: [MobileService],
})
export class MobileModule {}
