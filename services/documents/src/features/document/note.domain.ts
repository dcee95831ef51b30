import {
  CONVERSION_REASONS,
  conversionReasonText,
  type ConversionReason,
} from '@hamkhan/contracts/conversion-reasons';
import { OTHER_LANGUAGE, otherLanguageText } from '@hamkhan/contracts/language-note';
import type { UiLanguage } from '@hamkhan/contracts/languages';
import { TRANSLATOR_CODES, translatorText, type TranslatorCode } from '@hamkhan/contracts/translator-status';
import type { DocumentRow, Why } from './document.schema.js';

type NoteFacts = Pick<
  DocumentRow,
  'status' | 'counts' | 'outcome' | 'pageFailure' | 'waitingFor' | 'language' | 'detectedLanguage'
>;

/** What a reader should hear about a document as a whole, null when all is well (G61). */
export function noteOf(document: NoteFacts): Why | null {
  const isEnded = !['inprogress', 'converted', 'translated'].includes(document.status);
  return reasonOf(document) ?? (isEnded ? null : otherLanguageOf(document));
}

/** Why a document stands where it stands; null when nothing holds it. */
export function reasonOf(document: Omit<NoteFacts, 'language' | 'detectedLanguage'>): Why | null {
  switch (document.status) {
    case 'failed':
    case 'skipped':
      return document.outcome?.why ?? document.pageFailure;
    case 'inprogress':
    case 'converted':
      return isAwaitingTranslator(document) ? document.waitingFor : null;
    default:
      return null;
  }
}

const otherLanguageOf = ({ language, detectedLanguage }: NoteFacts): Why | null =>
  detectedLanguage && detectedLanguage !== language
    ? { code: OTHER_LANGUAGE, params: { language: detectedLanguage } }
    : null;

export const isAwaitingTranslator = (document: Pick<DocumentRow, 'counts'>): boolean =>
  document.counts.waiting > 0;

/** The sentence for a reason in the reader's language; empty for none and for a code nobody has a text for. */
export function noteText(why: Why | null, language: UiLanguage): string {
  if (!why) return '';
  const params = { ...why.params };
  if (typeof params.language === 'string') params.language = languageName(params.language, language);
  if (why.code === OTHER_LANGUAGE) return otherLanguageText(language, String(params.language));
  if (isConversionReason(why.code)) return conversionReasonText(why.code, language, params);
  if (isTranslatorCode(why.code)) {
    const texts = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
    return translatorText(why.code, language, texts);
  }
  return '';
}

const isConversionReason = (code: string): code is ConversionReason =>
  (CONVERSION_REASONS as readonly string[]).includes(code);
const isTranslatorCode = (code: string): code is TranslatorCode =>
  (TRANSLATOR_CODES as readonly string[]).includes(code);

function languageName(code: string, language: UiLanguage): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}
