import { describe } from '@jest/globals';
import { itIsLinear } from '@hamkhan/testing/complexity/linear-time';
import { protect, restore, withSourceMarkers, withoutEmphasis } from './inline-marks.domain.js';
import { checkMarkers, tidyMarkers } from './markers.domain.js';
import { polish, writeDigits } from './persian-typography.domain.js';
import { splitSentences } from './sentences.domain.js';

describe('page text', () => {
  itIsLinear('protect and restore', (text) => {
    const marked = protect(text);
    restore(marked.text, marked);
    withoutEmphasis(marked).translate(marked.text);
  });
  itIsLinear('withSourceMarkers', (text) => withSourceMarkers(text, protect(`${text} `)));
  itIsLinear('withSourceMarkers of other formulas', (text) => {
    const formulas = Array.from({ length: text.length / 16 }, (_, index) => `$x_${index}$`).join(' ');
    withSourceMarkers(formulas, protect(formulas.replaceAll('x', 'y')));
  });
  itIsLinear('markers', (text) => {
    checkMarkers(tidyMarkers(`⟦${text}`), text);
  });
  itIsLinear('splitSentences', (text) => splitSentences(text, 'en'));
  itIsLinear('polish', (text) => polish(`فارسی ${text}`));
  itIsLinear('writeDigits', (text) => writeDigits(`فارسی ${text}`, 'fa'));
});
