import type { UiLanguage } from '@hamkhan/contracts/languages';

/** What a code is asked for; a provider may have a text of its own for each. */
export const CODE_PURPOSES = ['register', 'reset', 'mobile'] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];

export type CodeMessage = { mobile: string; code: string; purpose: CodePurpose; language: UiLanguage };

/** The port through which codes reach a telephone. */
export abstract class SmsSender {
  /** Resolves once the provider has taken the message. @throws SmsError */
  abstract sendCode(message: CodeMessage): Promise<void>;
}

/** The provider did not take a message. What it says never carries a key, a number or a code. */
export class SmsError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SmsError';
  }
}
