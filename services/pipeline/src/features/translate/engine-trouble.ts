import type { TranslatorCode } from '@hamkhan/contracts/translator-status';

/** Not the page's fault but the engine's or its operator's: the page waits and asks again, it does not fail. */
export const ENGINE_TROUBLE: ReadonlySet<TranslatorCode> = new Set([
  'unreachable',
  'wrong_key',
  'no_quota',
  'rate_limited',
  'model_missing',
  'language_missing',
  'server_error',
  'model_files_missing',
  'model_files_damaged',
]);
