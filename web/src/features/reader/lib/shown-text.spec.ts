import '../../../test/web-globals.js';
import { describe, expect, it } from '@jest/globals';
import { emptyPage, paragraph, readerDocument, readerPage } from '../../../test/reader-document.js';
import { isSettled, textNotice, shownText, type Version } from './shown-text.js';

const document = readerDocument();
const seen = (page: ReturnType<typeof readerPage>, wanted: Version, of = document) => {
  const shown = shownText(page, wanted);
  return shown && { version: shown.version, note: textNotice(page, of, wanted, shown) };
};
const original = { translated_content: null, translated_content_level2: null };

describe('shownText', () => {
  it('is the wanted one if the page has it', () => {
    for (const wanted of [0, 1, 2] as const) {
      expect(seen(readerPage(0), wanted)).toEqual({ version: wanted, note: null });
    }
  });

  it('is the other translation, with a notice, if the wanted one is missing', () => {
    expect(seen(readerPage(0, { translated_content_level2: null }), 2)).toEqual({
      version: 1,
      note: { kind: 'otherVersion', wanted: 2, shown: 1 },
    });
    expect(seen(readerPage(0, { translated_content: { items: [] } }), 1)).toEqual({
      version: 2,
      note: { kind: 'otherVersion', wanted: 1, shown: 2 },
    });
  });

  it.each([
    [{ translation_status: 'translating' as const }, {}, { kind: 'translating' }],
    [{ translation_status: 'pending_translation' as const }, {}, { kind: 'queued' }],
    [
      { translation_status: 'pending_translation' as const, note_code: 'no_quota' },
      {},
      { kind: 'waiting', code: 'no_quota' },
    ],
    [
      { translation_status: 'pending_translation' as const },
      { awaiting_translator: true, note_code: 'not_configured' },
      { kind: 'waiting', code: 'not_configured' },
    ],
    [
      { translation_status: 'translate_failed' as const, note_code: 'refused' },
      {},
      { kind: 'failed', code: 'refused' },
    ],
    [
      { translation_status: 'pending_translation' as const },
      { status: 'canceled' as const },
      { kind: 'stopped' },
    ],
    [{ translation_status: 'translated' as const }, {}, { kind: 'none' }],
  ])('is the original with the reason: %j %j', (page, of, note) => {
    expect(seen(readerPage(0, { ...original, ...page }), 2, readerDocument(of))).toEqual({
      version: 0,
      note,
    });
  });

  it('is the original without a notice if it is wanted, or if there is nothing to translate', () => {
    expect(seen(readerPage(0, { ...original, translation_status: 'translating' }), 0)?.note).toBeNull();
    const blank = readerPage(0, {
      ...original,
      translation_status: 'pending_translation',
      content: { items: [{ ...paragraph('7'), type: 'abandon' }], page_info: { page_type: 'blank' } },
    });
    expect(seen(blank, 2)).toEqual({ version: 0, note: null });
    expect(shownText(blank, 2)?.items).toEqual([]);
  });

  it('is null while the page has no text', () => {
    expect(shownText(emptyPage(0), 2)).toBeNull();
  });

  it('is settled when no further text will arrive', () => {
    expect(isSettled(readerPage(0))).toBe(true);
    expect(isSettled(readerPage(0, { translated_content_level2: null }))).toBe(false);
    expect(isSettled(readerPage(0, { translation_status: 'translate_failed' }))).toBe(true);
    expect(isSettled(emptyPage(0))).toBe(false);
    expect(isSettled(emptyPage(0, { status: 'failed' }))).toBe(true);
  });
});
