import type { UiLanguage } from './languages.js';

/** The code of a note that a document is not in the language chosen for it. */
export const OTHER_LANGUAGE = 'other_language';

const texts: Record<UiLanguage, string> = {
  fa: 'متن این فایل گویا {language} است، ولی هنگام بارگذاری زبان دیگری برایش انتخاب شده. اگر ترجمه درست نیست، فایل را با زبان درست دوباره بارگذاری کنید.',
  en: 'The text of this file looks like {language}, but another language was chosen for it. If the translation is wrong, upload the file again with the right language.',
};

/** @param language the name of the language that was found, in the reader's language */
export const otherLanguageText = (uiLanguage: UiLanguage, language: string): string =>
  texts[uiLanguage].replace('{language}', language);
