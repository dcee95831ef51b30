import type { TranslatorCode } from '@hamkhan/contracts/translator-status';

/** Failures of the engine or its configuration, not of the page. The page waits and is retried; it does not fail. */
export const WAITING_CODES: ReadonlySet<TranslatorCode> = new Set([
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
