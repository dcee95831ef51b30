import type { UiLanguage } from '@hamkhan/contracts/languages';

/** Purposes of a code; each has its own message text. */
export const CODE_PURPOSES = ['register', 'reset', 'mobile'] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];

export type CodeMessage = { mobile: string; code: string; purpose: CodePurpose; language: UiLanguage };

/** Notifies the old mobile number of a change; `ending` is the last digits of the new number. */
export type MobileChangedMessage = { mobile: string; ending: string; language: UiLanguage };

/** Port to an SMS provider. Calls resolve when the provider has accepted the message. */
export abstract class SmsSender {
  /** @throws SmsError */
  abstract sendCode(message: CodeMessage): Promise<void>;
  /** @throws SmsError */
  abstract sendMobileChanged(message: MobileChangedMessage): Promise<void>;
}

/** The provider rejected a message or is unreachable. The error never contains a key, a number or a code. */
export class SmsError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SmsError';
  }
}
