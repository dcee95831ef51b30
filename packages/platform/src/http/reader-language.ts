import type { UiLanguage } from '@hamkhan/contracts/languages';

/** The language to answer a request in: Persian unless its Accept-Language begins with English. */
export const readerLanguage = (acceptLanguage: string | undefined): UiLanguage =>
  /^\s*en\b/i.test(acceptLanguage ?? '') ? 'en' : 'fa';
