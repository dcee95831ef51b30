/** Source languages an upload may have, in the order the selector shows them (ACC-UPLOAD-19). */
export const SOURCE_LANGUAGES = ['en', 'de', 'zh', 'ru', 'es', 'fr', 'ar', 'pt', 'he'] as const;
export type SourceLanguage = (typeof SOURCE_LANGUAGES)[number];
export const TARGET_LANGUAGE = 'fa';

/** Languages of the interface; the first is the default. */
export const UI_LANGUAGES = ['fa', 'en'] as const;
export type UiLanguage = (typeof UI_LANGUAGES)[number];

const RTL_LANGUAGES: ReadonlySet<string> = new Set(['fa', 'ar', 'he']);

/** Writing direction of a language code. */
export const directionOf = (language: string): 'rtl' | 'ltr' => (RTL_LANGUAGES.has(language) ? 'rtl' : 'ltr');
