import { describe, expect, it } from '@jest/globals';
import { statusNoteOf, statusNoteText } from './status-note.domain.js';

const counts = { succeeded: 1, failed: 0, level2: 0, untranslated: 1, waiting: 0 };
const reason = (code: string, params = {}) => ({ code, params });

describe('statusNoteOf', () => {
  const calm = {
    counts,
    outcome: null,
    pageFailure: null,
    waitingFor: null,
    language: 'en' as const,
    detectedLanguage: 'en' as const,
  };

  it('reports a different text language, unless there is a more important reason', () => {
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

  it("returns why a document failed, in the reader's language [ACC-LIBRARY-16]", () => {
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

  it('returns the failure of the pages if all of them failed', () => {
    const pageFailure = reason('ocr_unavailable', { language: 'ru' });
    const note = statusNoteOf({ ...calm, status: 'failed', pageFailure });
    expect(statusNoteText(note, 'en')).toContain('Russian');
    expect(statusNoteText(note, 'fa')).toContain('روسی');
  });

  it('returns what a translation waits for only while a page waits', () => {
    const waitingFor = reason('not_configured');
    const document = { ...calm, status: 'converted' as const, waitingFor };
    expect(statusNoteOf({ ...document, counts: { ...counts, waiting: 1 } })).toEqual(waitingFor);
    expect(statusNoteOf({ ...document, counts })).toBeNull();
  });

  it('returns no text for an unknown code', () => {
    expect(statusNoteText(reason('<b>some program said</b>'), 'en')).toBe('');
    expect(statusNoteText(null, 'fa')).toBe('');
  });
});
