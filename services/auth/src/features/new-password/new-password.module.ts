import { Module } from '@nestjs/common';
import { CommonPasswords } from './common-passwords.js';
import { PasswordRules } from './password-rules.service.js';

@Module({ providers: [CommonPasswords, PasswordRules], exports: [PasswordRules] })
export class NewPasswordModule {}
