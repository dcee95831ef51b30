import { describe, expect, it } from '@jest/globals';
import { noteOf, noteText } from './note.domain.js';

const counts = { succeeded: 1, failed: 0, level2: 0, untranslated: 1, waiting: 0 };
const why = (code: string, params = {}) => ({ code, params });

describe('notes on a document', () => {
  it('[ACC-LIBRARY-16] says why a document failed, in the language of the reader', () => {
    const note = noteOf({
      status: 'failed',
      counts,
      outcome: { status: 'failed', why: why('too_many_pages', { pages: 3_000, limit: 2_000 }), version: 2 },
      pageFailure: null,
      waitingFor: null,
    });
    expect(noteText(note, 'en')).toContain('3000');
    expect(noteText(note, 'fa')).toContain('صفحه');
  });

  it('takes the reason of its pages where none of them could be read', () => {
    const pageFailure = why('ocr_unavailable', { language: 'ru' });
    const note = noteOf({ status: 'failed', counts, outcome: null, pageFailure, waitingFor: null });
    expect(noteText(note, 'en')).toContain('Russian');
    expect(noteText(note, 'fa')).toContain('روسی');
  });

  it('says what a translation waits for only while a page waits', () => {
    const waitingFor = why('not_configured');
    const document = { status: 'converted' as const, outcome: null, pageFailure: null, waitingFor };
    expect(noteOf({ ...document, counts: { ...counts, waiting: 1 } })).toEqual(waitingFor);
    expect(noteOf({ ...document, counts })).toBeNull();
  });

  it('never shows a text that is not ours', () => {
    expect(noteText(why('<b>some program said</b>'), 'en')).toBe('');
    expect(noteText(null, 'fa')).toBe('');
  });
});
