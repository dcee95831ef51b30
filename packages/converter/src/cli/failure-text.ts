import type { ConversionReason } from '@hamkhan/contracts/conversion-reasons';
import type { ConversionError } from '../conversion-error.js';

const TEXTS: Readonly<Record<ConversionReason, string>> = {
  empty: 'the file is empty',
  wrong_type: 'the content is not what the name of the file says',
  encrypted: 'the document is encrypted; save a copy without the password and convert that',
  drm_protected: 'the book has digital rights protection (DRM)',
  damaged: 'the file is damaged or incomplete',
  too_large: 'the file is larger than {limit} MB',
  too_many_pages: 'the document has {pages} pages; the limit is {limit}',
  no_text: 'the document has no text',
  already_persian: 'the document is in Persian',
  page_too_large: 'the image of the page is too large to decode safely',
  picture_damaged: 'the image of the page is damaged',
  timed_out: 'reading took longer than allowed',
  out_of_memory: 'reading needs more memory than allowed',
  crashed: 'the converter process failed',
  ocr_unavailable:
    'the page is a scan, and the OCR data for language “{language}” is missing (see --tessdata)',
};

const MAX_DETAIL = 300;

/** Why a document or page can't be converted, for the terminal. A crash says what the program reported. */
export function failureText({ reason, params, message }: ConversionError): string {
  const text = TEXTS[reason].replace(
    /\{(limit|pages|language)\}/g,
    (_, name: 'limit' | 'pages' | 'language') => String(params[name] ?? '?'),
  );
  // The detail may hold bytes of the document; control characters could move the cursor.
  const detail = message.replace(/^crashed:?\s*/, '').replace(/\p{C}+/gu, ' ');
  return reason === 'crashed' && detail !== '' ? `${text}: ${detail.slice(0, MAX_DETAIL)}` : text;
}
