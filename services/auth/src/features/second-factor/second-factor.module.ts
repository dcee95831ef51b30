import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { CONFIG, type AuthConfig } from '../../config.js';
import { PasswordChangeModule } from '../password-change/password-change.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { SecondFactorCheck } from './second-factor-check.service.js';
import { SecondFactorController } from './second-factor.controller.js';
import { SECOND_FACTOR, SecondFactorSchema } from './second-factor.schema.js';
import { SecondFactorService } from './second-factor.service.js';
import { SecondFactorsRepository } from './second-factors.repository.js';
import { SecretBox } from './secret-box.domain.js';

@Module({
  imports: [
    MongooseModule.forFeature([{ name: SECOND_FACTOR, schema: SecondFactorSchema }]),
    PasswordChangeModule,
    SessionsModule,
    UsersModule,
  ],
  controllers: [SecondFactorController],
  providers: [
    SecondFactorCheck,
    SecondFactorService,
    SecondFactorsRepository,
    {
      provide: SecretBox,
      useFactory: (config: AuthConfig) => new SecretBox(config.SECOND_FACTOR_KEY),
      inject: [CONFIG],
    },
  ],
  exports: [SecondFactorCheck, SecondFactorService],
})
export class SecondFactorModule {}
