import { describe, expect, it } from '@jest/globals';
import { statusNoteOf, statusNoteText } from './status-note.domain.js';

const counts = { succeeded: 1, failed: 0, level2: 0, untranslated: 1, waiting: 0 };
const reason = (code: string, params = {}) => ({ code, params });

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
    const note = statusNoteOf({ ...other, status: 'inprogress' });
    expect(statusNoteText(note, 'en')).toContain('looks like German');
    expect(statusNoteText(note, 'fa')).toContain('گویا آلمانی است');
    expect(statusNoteOf({ ...other, status: 'translated' })).toEqual(note);
    const waitingFor = reason('not_configured');
    const waiting = { ...other, waitingFor, counts: { ...counts, waiting: 1 } };
    expect(statusNoteOf({ ...waiting, status: 'converted' })).toEqual(waitingFor);
    expect(statusNoteOf({ ...calm, status: 'translated' })).toBeNull();
    expect(statusNoteOf({ ...calm, status: 'translated', detectedLanguage: null })).toBeNull();
  });

  it('[ACC-LIBRARY-16] says why a document failed, in the language of the reader', () => {
    const note = statusNoteOf({
      ...calm,
      status: 'failed',
      outcome: {
        status: 'failed',
        reason: reason('too_many_pages', { pages: 3_000, limit: 2_000 }),
        version: 2,
      },
    });
    expect(statusNoteText(note, 'en')).toContain('3000');
    expect(statusNoteText(note, 'fa')).toContain('صفحه');
  });

  it('takes the reason of its pages where none of them could be read', () => {
    const pageFailure = reason('ocr_unavailable', { language: 'ru' });
    const note = statusNoteOf({ ...calm, status: 'failed', pageFailure });
    expect(statusNoteText(note, 'en')).toContain('Russian');
    expect(statusNoteText(note, 'fa')).toContain('روسی');
  });

  it('says what a translation waits for only while a page waits', () => {
    const waitingFor = reason('not_configured');
    const document = { ...calm, status: 'converted' as const, waitingFor };
    expect(statusNoteOf({ ...document, counts: { ...counts, waiting: 1 } })).toEqual(waitingFor);
    expect(statusNoteOf({ ...document, counts })).toBeNull();
  });

  it('never shows a text that is not ours', () => {
    expect(statusNoteText(reason('<b>some program said</b>'), 'en')).toBe('');
    expect(statusNoteText(null, 'fa')).toBe('');
  });
});
