import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { UiLanguage } from '@hamkhan/contracts/languages';

const LOCALES = resolve(import.meta.dirname, '../../../../../web/src/locales');
const PERSIAN_ZERO = 0x06f0;

/** Looks up a text by its key in the locale files (`library:state.translated`) and inserts values. */
export type InterfaceTexts = (name: string, values?: Record<string, string | number>) => string;

/** @throws for a key that the locale files don't have, so that tests notice a renamed text. */
export function interfaceTexts(language: UiLanguage): InterfaceTexts {
  const spaces = new Map<string, unknown>();
  const space = (name: string): unknown => {
    if (!spaces.has(name))
      spaces.set(name, JSON.parse(readFileSync(resolve(LOCALES, language, `${name}.json`), 'utf8')));
    return spaces.get(name);
  };
  return (name, values = {}) => {
    const [file = '', path = ''] = name.split(':');
    const text = path
      .split('.')
      .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], space(file));
    if (typeof text !== 'string') throw new Error(`${language} has no text ${name}`);
    return text.replace(/\{\{(\w+)\}\}/g, (_, key: string) => {
      const value = values[key] ?? '';
      return typeof value === 'number' ? digitsOf(value, language) : value;
    });
  };
}

/** A number in the digits of the language: ۱۶ or 16. */
export const digitsOf = (value: number, language: UiLanguage): string =>
  language === 'fa'
    ? String(value).replace(/\d/g, (digit) => String.fromCharCode(PERSIAN_ZERO + Number(digit)))
    : String(value);
