import type { UiLanguage } from '@hamkhan/contracts/languages';

/** The language a request asks for in Accept-Language; otherwise that of the account, otherwise Persian (ACC-CONV-06). */
export function preferredLanguage(
  acceptLanguage: string | undefined,
  account?: { language: UiLanguage } | null,
): UiLanguage {
  const [, first] = /^\s*(fa|en)\b/i.exec(acceptLanguage ?? '') ?? [];
  return (first?.toLowerCase() as UiLanguage | undefined) ?? account?.language ?? 'fa';
}
