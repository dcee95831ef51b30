import { describe } from '@jest/globals';
import { itIsLinear } from '@hamkhan/testing/complexity/linear-time';
import type { ContentItem } from './content.js';
import { findInText, findPattern } from './find-in-text.js';
import { foldForSearch } from './folding.js';
import { headingIds } from './headings.js';
import { cleanNoteText, cleanTagName } from './http/notes.js';
import { plainText } from './inline/inline-node.js';
import { parseInline } from './inline/parse-inline.js';
import { editSummary, mergeItems } from './item-changes.js';
import { parseTable, writeTableRow } from './markdown-table.js';
import { pageTextOf } from './page-text.js';
import { findPassage } from './passages/find-passage.js';
import { parseStaticPage } from './static-page-text.js';
import { unicodeForm } from './unicode-form.js';

const textItem = (content: string): ContentItem => ({ id: 'a', type: 'text', content });
/** An item for every 16 characters. */
const manyItems = (text: string, prefix: string): ContentItem[] =>
  Array.from({ length: Math.ceil(text.length / 16) }, (_, index) => ({
    id: `${prefix}${index}`,
    type: 'text' as const,
    content: text.slice(index * 16, index * 16 + 16),
  }));
/** Searches that match almost everywhere and never to the end. */
const PATTERNS = [`${'ا'.repeat(199)}ب`, `${'a '.repeat(99)}b`].map((query) => findPattern(query));

describe('Unicode', () => {
  itIsLinear('unicodeForm', (text) => unicodeForm('NFKD', text));
  itIsLinear('foldForSearch', foldForSearch);
  itIsLinear('cleanNoteText', cleanNoteText);
  itIsLinear('cleanTagName', cleanTagName);
});

describe('search', () => {
  itIsLinear('findInText', (text) => PATTERNS.map((pattern) => pattern && findInText(text, pattern)));
});

describe('inline marks', () => {
  itIsLinear('parseInline', (text) => plainText(parseInline(text)));
  itIsLinear('parseStaticPage', parseStaticPage);
  itIsLinear('parseStaticPage of a heading', (text) => parseStaticPage(`## ${text}\u2028`));
  itIsLinear('headingIds', (text) => headingIds(0, [{ id: 'a', type: 'heading', level: 1, content: text }]));
});

describe('tables', () => {
  itIsLinear('parseTable', parseTable);
  itIsLinear('writeTableRow', (text) => writeTableRow([text, text]));
});

describe('items', () => {
  itIsLinear('pageTextOf', (text) => pageTextOf([textItem(text), ...manyItems(text, 'b')]));
  itIsLinear('editSummary', (text) => editSummary(manyItems(text, 'a'), manyItems(text, 'b')));
  itIsLinear('mergeItems', (text) => mergeItems([], manyItems(text, 'a'), manyItems(text, 'b')));
});

describe('passages', () => {
  /** Longer texts are only compared verbatim. */
  const LONG = 65_536;
  const quoteOf = (exact: string) => ({ exact, prefix: 'x', suffix: 'y' });
  itIsLinear('findPassage of a short quote', (text) => {
    findPassage(pageTextOf([textItem(text)]), null, [quoteOf('a a a b')]);
  });
  itIsLinear(
    'findPassage of half the page',
    (text) => {
      const quote = quoteOf(`${text.slice(0, text.length / 2)}b`);
      findPassage(pageTextOf([{ id: 'a', type: 'code', language: '', content: text }]), null, [quote]);
    },
    LONG,
  );
  itIsLinear(
    'findPassage of half the page, folded',
    (text) => {
      const quote = quoteOf(text.slice(0, text.length / 2).toUpperCase());
      findPassage(pageTextOf([{ id: 'a', type: 'code', language: '', content: text }]), null, [quote]);
    },
    LONG,
  );
});
