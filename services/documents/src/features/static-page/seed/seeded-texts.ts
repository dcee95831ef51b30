import type { UiLanguage } from '@hamkhan/contracts/languages';

/** A page in each language, in the markup of `@hamkhan/contracts/static-page-text`. */
export type SeededTexts = Record<UiLanguage, { title: string; content: string }>;
