import { describe, expect, it } from '@jest/globals';
import type { ContentItem } from './content.js';
import { headingIds } from './headings.js';

const heading = (id: string, content: string): ContentItem => ({ id, type: 'heading', content, level: 1 });

describe('names of headings', () => {
  it('are heading-{page}-{slug of the text}, the page counted from one [RDR-TOC-10]', () => {
    const items = [heading('a', '**Intro** Part'), heading('b', 'مقدمهٔ کتاب'), heading('c', '§ 1.2')];
    expect([...headingIds(1, items)]).toEqual([
      ['a', 'heading-2-intro-part'],
      ['b', 'heading-2-مقدمهٔ-کتاب'],
      ['c', 'heading-2-1-2'],
    ]);
  });

  it('tell headings of the same words apart [RDR-TOC-10]', () => {
    const items = [heading('a', 'Notes'), heading('b', 'Notes'), heading('c', '***')];
    expect([...headingIds(0, items).values()]).toEqual([
      'heading-1-notes',
      'heading-1-notes-2',
      'heading-1-section',
    ]);
  });
});
