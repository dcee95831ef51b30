import { z } from 'zod';
import type { UiLanguage } from './languages.js';

/**
 * Status codes of the translator: its health, why a page waits, or why its translation failed. A closed list; messages of an
 * engine are never shown.
 */
export const TRANSLATOR_CODES = [
  'ready',
  'not_configured',
  'unreachable',
  'wrong_key',
  'no_quota',
  'rate_limited',
  'model_missing',
  'bad_request',
  'timed_out',
  'server_error',
  'bad_answer',
  'refused',
  'language_missing',
  'model_files_missing',
  'model_files_damaged',
  'engine_crashed',
  'budget_reached',
  'daily_budget_reached',
] as const;
export const TranslatorCode = z.enum(TRANSLATOR_CODES);
export type TranslatorCode = z.infer<typeof TranslatorCode>;

/** Values for the `{…}` of a text: engine and model names, a host without its key, a folder, a file, a language code. */
export const TranslatorParams = z.object({
  engine: z.string().optional(),
  model: z.string().optional(),
  host: z.string().optional(),
  folder: z.string().optional(),
  file: z.string().optional(),
  language: z.string().optional(),
});
export type TranslatorParams = z.infer<typeof TranslatorParams>;

/** The health of the translator; `translatorText` has its text. */
export const TranslatorHealth = z.object({ code: TranslatorCode, params: TranslatorParams });
export type TranslatorHealth = z.infer<typeof TranslatorHealth>;

type Entry = { fa: string; en: string };

const texts: Record<TranslatorCode, Entry> = {
  ready: {
    fa: 'مترجم آماده است: {engine}، مدل {model}.',
    en: 'The translator is ready: {engine}, model {model}.',
  },
  not_configured: {
    fa: 'مترجمی تنظیم نشده است. متن اصلی خوانده می‌شود و ترجمه در انتظار می‌ماند. برای ترجمه، نشانی و کلید یک سرویس سازگار با OpenAI یا پوشهٔ مدل‌های آفلاین را تنظیم کنید.',
    en: 'No translator is configured. Originals can be read and translations wait. To translate, set the address and key of an OpenAI-compatible service, or the folder of offline models.',
  },
  unreachable: {
    fa: 'سرویس ترجمه در {host} پاسخ نمی‌دهد. نشانی و اتصال شبکه را بررسی کنید.',
    en: 'The translation service at {host} does not answer. Check its address and the network.',
  },
  wrong_key: {
    fa: 'سرویس ترجمه در {host} کلید را نپذیرفت. کلید را بررسی کنید.',
    en: 'The translation service at {host} did not accept the key. Check the key.',
  },
  no_quota: {
    fa: 'اعتبار حساب در سرویس ترجمهٔ {host} تمام شده است. حساب را شارژ کنید؛ ترجمه از همان جا ادامه می‌یابد.',
    en: 'The account at the translation service {host} has no credit left. Top it up; translation goes on where it stopped.',
  },
  rate_limited: {
    fa: 'سرویس ترجمه در {host} فعلاً درخواست بیشتری نمی‌پذیرد. ترجمه کمی بعد خودش ادامه می‌یابد.',
    en: 'The translation service at {host} accepts no more requests for now. Translation goes on by itself shortly.',
  },
  model_missing: {
    fa: 'مدل {model} در سرویس ترجمهٔ {host} پیدا نشد. نام مدل و نشانی سرویس را بررسی کنید.',
    en: 'The model {model} was not found at the translation service {host}. Check the model name and the address.',
  },
  bad_request: {
    fa: 'سرویس ترجمه در {host} درخواست را نپذیرفت. شاید مدل {model} برای این کار مناسب نباشد.',
    en: 'The translation service at {host} did not accept the request. The model {model} may not suit this task.',
  },
  timed_out: {
    fa: 'سرویس ترجمه در {host} در زمان مجاز پاسخ نداد.',
    en: 'The translation service at {host} did not answer in time.',
  },
  server_error: {
    fa: 'سرویس ترجمه در {host} به خطا برخورد.',
    en: 'The translation service at {host} met an error.',
  },
  bad_answer: {
    fa: 'پاسخ مترجم با متن جور نبود و پس از چند بار تلاش هم درست نشد.',
    en: 'The answer of the translator did not fit the text, even after several tries.',
  },
  refused: {
    fa: 'مترجم از ترجمهٔ این متن خودداری کرد.',
    en: 'The translator declined to translate this text.',
  },
  language_missing: {
    fa: 'مدل آفلاین برای ترجمه از زبان «{language}» در پوشهٔ {folder} نیست.',
    en: 'There is no offline model for the language “{language}” in the folder {folder}.',
  },
  model_files_missing: {
    fa: 'پروندهٔ {file} در پوشهٔ مدل‌های آفلاین ({folder}) نیست. پرونده‌های مدل و manifest.json را در این پوشه بگذارید.',
    en: 'The file {file} is missing in the folder of offline models ({folder}). Put the model files and manifest.json there.',
  },
  model_files_damaged: {
    fa: 'پروندهٔ {file} در پوشهٔ مدل‌های آفلاین ({folder}) با مشخصات manifest.json نمی‌خواند. آن را دوباره دریافت کنید.',
    en: 'The file {file} in the folder of offline models ({folder}) does not match manifest.json. Download it again.',
  },
  budget_reached: {
    fa: 'بودجهٔ ترجمهٔ این سند به پایان رسیده است. بودجه را بیشتر کنید تا ترجمه از همان جا ادامه یابد.',
    en: 'The translation budget of this document is used up. Raise it and translation goes on where it stopped.',
  },
  daily_budget_reached: {
    fa: 'بودجهٔ امروز شما برای ترجمه به پایان رسیده است. ترجمه فردا خودبه‌خود از همان جا ادامه می‌یابد.',
    en: 'Your translation budget for today is used up. Translation goes on by itself tomorrow, where it stopped.',
  },
  engine_crashed: {
    fa: 'موتور ترجمهٔ آفلاین میانهٔ کار از کار افتاد.',
    en: 'The offline translation engine stopped half-way.',
  },
};

/** The text of a code in the language of the interface. A missing parameter becomes a dash. */
export const translatorText = (
  code: TranslatorCode,
  language: UiLanguage,
  params: TranslatorParams = {},
): string =>
  texts[code][language].replace(
    /\{(engine|model|host|folder|file|language)\}/g,
    (_, key: keyof TranslatorParams) => params[key] ?? '–',
  );
