import type { EditType } from './http/editing.js';
import type { EditSummary } from './http/suggestions.js';
import type { UiLanguage } from './languages.js';

const LABELS: Record<UiLanguage, Record<EditType, string>> = {
  fa: { content: 'متن اصلی', translation_1: 'ترجمهٔ ۱', translation_2: 'ترجمهٔ ۲' },
  en: {
    content: 'original content',
    translation_1: 'translation level 1',
    translation_2: 'translation level 2',
  },
};

const digits = (number: number, language: UiLanguage): string =>
  new Intl.NumberFormat(language === 'fa' ? 'fa-IR' : 'en-US', { useGrouping: false }).format(number);

/** The default title of an edit (G51). @param pageNumber zero-based */
export const defaultEditTitle = (pageNumber: number, type: EditType, language: UiLanguage): string => {
  const page = digits(pageNumber + 1, language);
  const label = LABELS[language][type];
  return language === 'fa' ? `ویرایش صفحهٔ ${page} (${label})` : `Edit of page ${page} (${label})`;
};

/** The default description of an edit (G51). */
export const defaultEditDescription = (summary: EditSummary, language: UiLanguage): string => {
  const [added, removed, modified] = [summary.items_added, summary.items_removed, summary.items_modified].map(
    (count) => digits(count, language),
  );
  return language === 'fa'
    ? `${added} افزوده، ${removed} حذف‌شده، ${modified} تغییریافته`
    : `${added} added, ${removed} removed, ${modified} modified`;
};
