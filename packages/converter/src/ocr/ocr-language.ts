import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { SourceLanguage } from '@hamkhan/contracts/languages';
import { ConversionError } from '../conversion-error.js';

const TESSERACT_NAMES: Readonly<Record<SourceLanguage, string>> = {
  en: 'eng',
  de: 'deu',
  zh: 'chi_sim',
  ru: 'rus',
  es: 'spa',
  fr: 'fra',
  ar: 'ara',
  pt: 'por',
  he: 'heb',
};

/** tesseract's name for a language. @throws ConversionError `ocr_unavailable` when its data file is missing */
export async function tesseractLanguage(language: SourceLanguage, dataDir: string): Promise<string> {
  const name = TESSERACT_NAMES[language];
  try {
    await access(join(dataDir, `${name}.traineddata`));
    return name;
  } catch {
    throw new ConversionError('ocr_unavailable', { language });
  }
}
