import { PlatformModule } from '@hamkhan/platform/platform-module';
import { PictureDecoderModule } from '@hamkhan/platform/sandbox/picture-decoder.module';
import { Module, type DynamicModule } from '@nestjs/common';
import { ConfigModule } from './config.module.js';
import type { AuthConfig } from './config.js';
import { AccountDeletionModule } from './features/account-deletion/account-deletion.module.js';
import { CaptchaModule } from './features/captcha/captcha.module.js';
import { ImpersonationModule } from './features/impersonation/impersonation.module.js';
import { LoginModule } from './features/login/login.module.js';
import { MobileModule } from './features/mobile/mobile.module.js';
import { PasswordChangeModule } from './features/password-change/password-change.module.js';
import { ProfileModule } from './features/profile/profile.module.js';
import { RegistrationModule } from './features/registration/registration.module.js';
import { SecondFactorModule } from './features/second-factor/second-factor.module.js';
import { SecurityLogModule } from './features/security-log/security-log.module.js';
import { SessionsModule } from './features/sessions/sessions.module.js';
import { UsersModule } from './features/users/users.module.js';
import { SmsModule } from './infra/sms/sms.module.js';

/** Accounts: sign-in, sessions, profiles, roles. */
@Module({})
export class AppModule {
  static for(config: AuthConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.forRoot({ name: 'auth', config, errorStyle: 'form' }),
        ConfigModule.for(config),
        SecurityLogModule,
        UsersModule,
        SessionsModule,
        LoginModule,
        SmsModule.for(config),
        PictureDecoderModule.for(config),
        RegistrationModule,
        CaptchaModule,
        PasswordChangeModule,
        ProfileModule,
        MobileModule,
        SecondFactorModule,
        AccountDeletionModule,
        ImpersonationModule,
      ],
    };
  }
}
