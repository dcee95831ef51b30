import type { UiLanguage } from '@hamkhan/contracts/languages';
import { SmsSender, type CodeMessage, type CodePurpose } from './sms-sender.js';
import type { SmsOutboxRepository } from './sms-outbox.repository.js';

const TEXTS: Record<UiLanguage, Record<CodePurpose, string>> = {
  fa: {
    register: 'کد ثبت‌نام شما در هم‌خوان: {code}',
    reset: 'کد شما برای گذرواژهٔ تازهٔ هم‌خوان: {code}',
    mobile: 'کد شما برای تغییر شمارهٔ موبایل در هم‌خوان: {code}',
  },
  en: {
    register: 'Your code to join Hamkhan: {code}',
    reset: 'Your code for a new Hamkhan password: {code}',
    mobile: 'Your code to change your mobile number at Hamkhan: {code}',
  },
};

/** Sends nothing: lays messages down where a developer reads them (docs of the setting SMS_PROVIDER). */
export class ConsoleSmsSender extends SmsSender {
  constructor(private readonly outbox: SmsOutboxRepository) {
    super();
  }

  async sendCode({ mobile, code, purpose, language }: CodeMessage): Promise<void> {
    await this.outbox.insert(mobile, TEXTS[language][purpose].replace('{code}', code));
  }
}
