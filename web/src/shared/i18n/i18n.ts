import type { UiLanguage } from '@hamkhan/contracts/languages';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { formatNumber, formatPercent } from '../lib/format.js';

const load = {
  fa: async () => (await import('../../locales/fa.js')).fa,
  en: async () => (await import('../../locales/en.js')).en,
};

/** Loads the texts of one language; numbers in them use the digits of the language. */
export const startI18n = async (language: UiLanguage): Promise<typeof i18next> => {
  const instance = i18next.use(initReactI18next);
  await instance.init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: await load[language]() },
    defaultNS: 'common',
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  instance.services.formatter?.add('n', (value: number) => formatNumber(value, language));
  instance.services.formatter?.add('percent', (value: number) => formatPercent(value, language));
  return instance;
};
