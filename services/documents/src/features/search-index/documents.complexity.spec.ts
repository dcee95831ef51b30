import { describe } from '@jest/globals';
import type { ContentItem } from '@hamkhan/contracts/content';
import { findPattern } from '@hamkhan/contracts/find-in-text';
import { itIsLinear } from '@hamkhan/testing/complexity/linear-time';
import { cleanFileName } from '../document/file-name.domain.js';
import { titlesOf } from '../document/titles.domain.js';
import { positionOfNewNote } from '../notes/note-position.domain.js';
import { attachment, originalFileName } from '../original/original-name.domain.js';
import type { PageTexts } from '../page/page.repository.js';
import { itemRenamer } from '../page-state/renamed-items.domain.js';
import { findOnPage, indexPage } from './search-index.domain.js';

const itemsOf = (text: string, prefix: string): ContentItem[] =>
  Array.from({ length: Math.ceil(text.length / 64) }, (_, index) => ({
    id: `${prefix}${index}`,
    type: 'text' as const,
    content: text.slice(index * 64, index * 64 + 64),
  }));
const pageOf = (items: ContentItem[]): PageTexts => ({
  number: 0,
  content: { items, page_info: { page_type: 'text' } },
  translatedContent: null,
  translatedContentLevel2: null,
});
const one = (content: string): ContentItem[] => [{ id: 'a', type: 'text', content }];
/** Longer pages keep their old ids; shorter ones are compared pair by pair. */
const ABOVE_COMPARISON_LIMIT = 32_768;
const pattern = findPattern('ااا');

describe('documents', () => {
  itIsLinear('indexPage', (text) => indexPage(pageOf(itemsOf(text, 'a'))));
  itIsLinear('findOnPage', (text) => {
    if (pattern) findOnPage({ number: 0, ...indexPage(pageOf(one(text))) }, pattern, 2, 501);
  });
  itIsLinear(
    'itemRenamer',
    (text) => itemRenamer(itemsOf(text, 'a'), itemsOf(text, 'b'))(itemsOf(text, 'a')),
    ABOVE_COMPARISON_LIMIT,
  );
  itIsLinear('positionOfNewNote', (text) =>
    positionOfNewNote(
      {
        text: text.slice(0, 10_000),
        page_number: 0,
        item_index: 9,
        start_offset: 0,
        end_offset: 1,
        version: 0,
      },
      pageOf(one(text)),
    ),
  );
  itIsLinear('names', (text) => {
    attachment(originalFileName(text, 'pdf'));
    titlesOf(text, cleanFileName(text, 'pdf'));
  });
});
