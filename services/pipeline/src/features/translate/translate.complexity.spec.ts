import { describe } from '@jest/globals';
import type { ContentItem, PageContent } from '@hamkhan/contracts/content';
import { itIsLinear } from '@hamkhan/testing/complexity/linear-time';
import { termEdits } from '../edits/term-edits.domain.js';
import { candidatesOf } from '../glossary/term-candidates.domain.js';
import { metadataOfPage } from '../metadata/page-metadata.domain.js';
import { protect } from '../page-text/inline-marks.domain.js';
import { speechTexts } from '../speech/speech-text.domain.js';
import { normalise, termsIn } from '../translation-memory/memory-key.domain.js';
import { joinOf, sharesOf } from './page-joins.domain.js';
import { problemsOf } from './quality.domain.js';
import { segmentsOf, spansOf } from './segments.domain.js';
import { sentencePairs } from './sentence-pairs.domain.js';

/** Texts with more sentences become one pair; below, the cost grows with the square of the sentences. */
const ABOVE_SENTENCE_LIMIT = 65_536;
const pageOf = (content: string): PageContent => ({
  items: [{ id: 'a', type: 'text', content }],
  page_info: { page_type: 'text' },
});
const listOf = (content: string): ContentItem => ({
  id: 'a',
  type: 'list',
  content: '',
  list_type: 'unordered',
  'list-items': [{ content }],
});

describe('translation', () => {
  itIsLinear('problemsOf', (text) => problemsOf(text, `${text} ترجمه`, 'en'));
  itIsLinear('joinOf', (text) => joinOf(pageOf(`${text} and`), pageOf(`so ${text}`), 'en'));
  itIsLinear(
    'sharesOf',
    (text) => sharesOf({ text: `${text} so`, cut: text.length / 2 }, text, 'en'),
    ABOVE_SENTENCE_LIMIT,
  );
  itIsLinear('segmentsOf', (text) => segmentsOf(protect(text), 'en', 2_000));
  itIsLinear('spansOf', (text) => spansOf(protect(text), 'en'), ABOVE_SENTENCE_LIMIT);
  itIsLinear('sentencePairs', (text) => sentencePairs(text, text, 'en'), ABOVE_SENTENCE_LIMIT);
});

describe('memory, glossary and metadata', () => {
  itIsLinear('normalise', normalise);
  itIsLinear('termsIn', (text) =>
    termsIn(
      text,
      ['a', `${'a'.repeat(15)}b`, 'ا ا ا ب'].map((term) => ({ term })),
    ),
  );
  itIsLinear('candidatesOf', (text) => candidatesOf(text, 'en', 20));
  itIsLinear('termEdits', (text) =>
    termEdits([{ term: 'a', translation: 'a' }], [{ source: 'a', before: `a ${text}`, after: `aa ${text}` }]),
  );
  itIsLinear('metadataOfPage', (text) => metadataOfPage(pageOf(`Abstract. ${text}`), 'en'));
  itIsLinear('speechTexts', (text) => speechTexts([listOf(text)]));
});
