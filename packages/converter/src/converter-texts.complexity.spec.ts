import { describe } from '@jest/globals';
import { itIsLinear } from '@hamkhan/testing/complexity/linear-time';
import { parseStyleSheet } from './epub/style-sheet.js';
import { descriptionText } from './epub/description.js';
import { renderRuns } from './epub/inline/render-runs.js';
import type { Run } from './epub/inline/runs.js';
import { tidyLatex } from './epub/mathml/tex-annotation.js';
import { trimSpacing } from './epub/mathml/trim-spacing.js';
import { countWords } from './epub/word-count.js';
import { captionKindOf } from './layout/figures/caption.js';
import { guessCodeLanguage } from './layout/items/code-language.js';
import { readListMarker } from './layout/items/list-marker.js';
import { escapeInline, isBreakHyphen } from './layout/lines/inline-text.js';
import { toMarkdownTable } from './layout/tables/table-text.js';
import { detectLanguage } from './metadata/detect-language.js';
import { summaryAndTags } from './metadata/summary-and-tags.js';
import { subjectTags } from './metadata/tags.js';

const runOf = (text: string, bold: boolean): Run => ({
  kind: 'text',
  text,
  bold,
  italic: false,
  code: false,
});

describe('texts of books', () => {
  itIsLinear('escapeInline', escapeInline);
  itIsLinear('isBreakHyphen', (text) => isBreakHyphen(`${text} so-`, 'called', new Set()));
  itIsLinear('isBreakHyphen without a hyphen', (text) => isBreakHyphen(`${text}!`, 'called', new Set()));
  itIsLinear('toMarkdownTable', (text) => toMarkdownTable([[text], [text, text]]));
  itIsLinear('renderRuns', (text) => renderRuns([runOf(text, false), runOf(text, true)]));
  itIsLinear('renderRuns of many runs', (text) =>
    renderRuns(
      Array.from({ length: text.length / 16 }, (_, index) => runOf(text.slice(0, 16), index % 2 === 0)),
    ),
  );
  itIsLinear('trimSpacing', (text) => trimSpacing(text.slice(0, 20_000)));
  itIsLinear('trimSpacing of space commands', (text) => trimSpacing(`${'\\, '.repeat(text.length / 16)}x`));
  itIsLinear('tidyLatex', tidyLatex);
  itIsLinear('countWords', countWords);
  itIsLinear('parseStyleSheet', parseStyleSheet);
  itIsLinear('descriptionText', descriptionText);
  itIsLinear('captionKindOf', captionKindOf);
  itIsLinear('guessCodeLanguage', guessCodeLanguage);
  itIsLinear('readListMarker', readListMarker);
  itIsLinear('detectLanguage', detectLanguage);
  itIsLinear('metadata', (text) => {
    summaryAndTags({ subject: text, keywords: [text] });
    subjectTags([text, text]);
  });
});
