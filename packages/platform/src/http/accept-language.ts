import type { UiLanguage } from '@hamkhan/contracts/languages';

/** The response language: English when Accept-Language begins with it, else Persian. */
export const preferredLanguage = (acceptLanguage: string | undefined): UiLanguage =>
  /^\s*en\b/i.test(acceptLanguage ?? '') ? 'en' : 'fa';
