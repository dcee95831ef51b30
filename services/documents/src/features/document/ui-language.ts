import type { Identity } from '@hamkhan/contracts/identity';
import { UI_LANGUAGES, type UiLanguage } from '@hamkhan/contracts/languages';

/** The language of the interface of a caller: what the call says (ACC-CONV-06), else the account's, else Persian. */
export function uiLanguageOf(acceptLanguage: string | undefined, reader: Identity | null): UiLanguage {
  const first = acceptLanguage?.trim().slice(0, 2).toLowerCase();
  return UI_LANGUAGES.find((language) => language === first) ?? reader?.language ?? 'fa';
}
