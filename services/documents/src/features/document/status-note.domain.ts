import {
  CONVERSION_REASONS,
  conversionReasonText,
  type ConversionReason,
} from '@hamkhan/contracts/conversion-reasons';
import { OTHER_LANGUAGE, otherLanguageText } from '@hamkhan/contracts/language-note';
import type { UiLanguage } from '@hamkhan/contracts/languages';
import { TRANSLATOR_CODES, translatorText, type TranslatorCode } from '@hamkhan/contracts/translator-status';
import type { Reason } from '../page/reason.js';
import type { DocumentRow } from './document.schema.js';

type StatusNoteFacts = Pick<
  DocumentRow,
  'status' | 'counts' | 'outcome' | 'pageFailure' | 'waitingFor' | 'language' | 'detectedLanguage'
>;

/** The note that readers see about a whole document; null if there is none (G61). */
export function statusNoteOf(document: StatusNoteFacts): Reason | null {
  const isEnded = !['inprogress', 'converted', 'translated'].includes(document.status);
  return reasonOf(document) ?? (isEnded ? null : otherLanguageOf(document));
}

/** Why a document failed, was skipped or waits; null otherwise. */
export function reasonOf(document: Omit<StatusNoteFacts, 'language' | 'detectedLanguage'>): Reason | null {
  switch (document.status) {
    case 'failed':
    case 'skipped':
      return document.outcome?.reason ?? document.pageFailure;
    case 'inprogress':
    case 'converted':
      return isAwaitingTranslator(document) ? document.waitingFor : null;
    default:
      return null;
  }
}

const otherLanguageOf = ({ language, detectedLanguage }: StatusNoteFacts): Reason | null =>
  detectedLanguage && detectedLanguage !== language
    ? { code: OTHER_LANGUAGE, params: { language: detectedLanguage } }
    : null;

export const isAwaitingTranslator = (document: Pick<DocumentRow, 'counts'>): boolean =>
  document.counts.waiting > 0;

/** The sentence for a reason in the reader's language; empty for no reason and for an unknown code. */
export function statusNoteText(reason: Reason | null, language: UiLanguage): string {
  if (!reason) return '';
  const params = { ...reason.params };
  if (typeof params.language === 'string') params.language = languageName(params.language, language);
  if (reason.code === OTHER_LANGUAGE) return otherLanguageText(language, String(params.language));
  if (isConversionReason(reason.code)) return conversionReasonText(reason.code, language, params);
  if (isTranslatorCode(reason.code)) {
    const texts = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
    return translatorText(reason.code, language, texts);
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
