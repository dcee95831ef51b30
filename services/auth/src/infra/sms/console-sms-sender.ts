import type { UiLanguage } from '@hamkhan/contracts/languages';
import { SmsSender, type CodeMessage, type CodePurpose, type MobileChangedMessage } from './sms-sender.js';
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

const CHANGED: Record<UiLanguage, string> = {
  fa: 'شمارهٔ موبایل حساب شما در هم‌خوان به شماره‌ای تغییر کرد که به {ending} پایان می‌یابد. اگر کار شما نبوده است، بی‌درنگ به پشتیبانی خبر دهید.',
  en: 'The mobile number of your Hamkhan account is now one that ends in {ending}. If this was not you, tell our support at once.',
};

/** Stores messages for developers to read instead of sending them (see SMS_PROVIDER). */
export class ConsoleSmsSender extends SmsSender {
  constructor(private readonly outbox: SmsOutboxRepository) {
    super();
  }

  async sendCode({ mobile, code, purpose, language }: CodeMessage): Promise<void> {
    await this.outbox.insert(mobile, TEXTS[language][purpose].replace('{code}', code));
  }

  async sendMobileChanged({ mobile, ending, language }: MobileChangedMessage): Promise<void> {
    await this.outbox.insert(mobile, CHANGED[language].replace('{ending}', ending));
  }
}
