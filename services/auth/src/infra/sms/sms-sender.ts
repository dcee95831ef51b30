import type { UiLanguage } from '@hamkhan/contracts/languages';

/** What a code is asked for; a provider may have a text of its own for each. */
export const CODE_PURPOSES = ['register', 'reset', 'mobile'] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];

export type CodeMessage = { mobile: string; code: string; purpose: CodePurpose; language: UiLanguage };

/** For the mobile an account had, that it has another now; `ending`: the last digits of that one. */
export type MobileChangedMessage = { mobile: string; ending: string; language: UiLanguage };

/** The port through which codes and warnings reach a telephone. Each call resolves once the provider has taken the message. */
export abstract class SmsSender {
  /** @throws SmsError */
  abstract sendCode(message: CodeMessage): Promise<void>;
  /** @throws SmsError */
  abstract sendMobileChanged(message: MobileChangedMessage): Promise<void>;
}

/** The provider did not take a message. What it says never carries a key, a number or a code. */
export class SmsError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SmsError';
  }
}
