import { Module } from '@nestjs/common';
import { CodesModule } from '../codes/codes.module.js';
import { NewPasswordModule } from '../new-password/new-password.module.js';
import { PasswordHashingModule } from '../password-hashing/password-hashing.module.js';
import { UsersModule } from '../users/users.module.js';
import { RegistrationController } from './registration.controller.js';
import { RegistrationService } from './registration.service.js';

@Module({
  imports: [UsersModule, CodesModule, PasswordHashingModule, NewPasswordModule],
  controllers: [RegistrationController],
  providers: [RegistrationService],
})
export class RegistrationModule {}
