import '../../../test/web-globals.js';
import { describe, expect, it } from '@jest/globals';
import { readerDocument } from '../../../test/reader-document.js';
import { displayTitle, barTitles, titleParts } from './titles.js';

describe('the name of a document', () => {
  const of = (part: object) =>
    readerDocument({ title: '', original_title: '', source_filename: '', ...part });
  it('is its titles, else the file name, else untitled [RDR-READER-32]', () => {
    expect(displayTitle(of({ title: 'T', subtitle: 'S', original_title: 'O' }), 'Untitled')).toBe(
      'T - S - O',
    );
    expect(displayTitle(of({ source_filename: 'f.pdf' }), 'Untitled')).toBe('f.pdf');
    expect(displayTitle(of({}), 'Untitled')).toBe('Untitled');
    expect(titleParts(of({ title: 'T', original_title: 'T' }))).toEqual(['T']);
  });

  it('is shown in the bar, with the original title below', () => {
    expect(barTitles(of({ title: 'T', original_title: 'O' }), 'U')).toEqual({ main: 'T', under: 'O' });
    expect(barTitles(of({ original_title: 'O' }), 'U')).toEqual({ main: 'O', under: '' });
    expect(barTitles(of({}), 'U')).toEqual({ main: 'U', under: '' });
  });
});
