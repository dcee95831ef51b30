import { describe, expect, it } from '@jest/globals';
import { noteOf, noteText } from './note.domain.js';

const counts = { succeeded: 1, failed: 0, level2: 0, untranslated: 1, waiting: 0 };
const why = (code: string, params = {}) => ({ code, params });

describe('notes on a document', () => {
  const calm = {
    counts,
    outcome: null,
    pageFailure: null,
    waitingFor: null,
    language: 'en' as const,
    detectedLanguage: 'en' as const,
  };

  it('says that the text is in another language than the one chosen, unless something weighs more', () => {
    const other = { ...calm, detectedLanguage: 'de' as const };
    const note = noteOf({ ...other, status: 'inprogress' });
    expect(noteText(note, 'en')).toContain('looks like German');
    expect(noteText(note, 'fa')).toContain('گویا آلمانی است');
    expect(noteOf({ ...other, status: 'translated' })).toEqual(note);
    const waitingFor = why('not_configured');
    const waiting = { ...other, waitingFor, counts: { ...counts, waiting: 1 } };
    expect(noteOf({ ...waiting, status: 'converted' })).toEqual(waitingFor);
    expect(noteOf({ ...calm, status: 'translated' })).toBeNull();
    expect(noteOf({ ...calm, status: 'translated', detectedLanguage: null })).toBeNull();
  });

  it('[ACC-LIBRARY-16] says why a document failed, in the language of the reader', () => {
    const note = noteOf({
      ...calm,
      status: 'failed',
      outcome: { status: 'failed', why: why('too_many_pages', { pages: 3_000, limit: 2_000 }), version: 2 },
    });
    expect(noteText(note, 'en')).toContain('3000');
    expect(noteText(note, 'fa')).toContain('صفحه');
  });

  it('takes the reason of its pages where none of them could be read', () => {
    const pageFailure = why('ocr_unavailable', { language: 'ru' });
    const note = noteOf({ ...calm, status: 'failed', pageFailure });
    expect(noteText(note, 'en')).toContain('Russian');
    expect(noteText(note, 'fa')).toContain('روسی');
  });

  it('says what a translation waits for only while a page waits', () => {
    const waitingFor = why('not_configured');
    const document = { ...calm, status: 'converted' as const, waitingFor };
    expect(noteOf({ ...document, counts: { ...counts, waiting: 1 } })).toEqual(waitingFor);
    expect(noteOf({ ...document, counts })).toBeNull();
  });

  it('never shows a text that is not ours', () => {
    expect(noteText(why('<b>some program said</b>'), 'en')).toBe('');
    expect(noteText(null, 'fa')).toBe('');
  });
});
