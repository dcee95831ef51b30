import { describe, expect, it } from '@jest/globals';
import { protect, restore, sliceMarked, withoutEmphasis, withSourceMarkers } from './inline-marks.domain.js';
import { checkMarkers, stripMarkers } from './markers.domain.js';

describe('protect and restore', () => {
  it.each([
    ['Let $x^2$ be `f(x)` here', 'Let ⟦1⟧ be ⟦2⟧ here'],
    ['a **bold move** and *soft* one', 'a ⟦1⟧bold move⟦/1⟧ and ⟦2⟧soft⟦/2⟧ one'],
    ['see [the **big** map](https://a.example/x_(y)) now', 'see ⟦1⟧the ⟦2⟧big⟦/2⟧ map⟦/1⟧ now'],
    ['at https://a.example/b?c=1, or mail me@b.example.', 'at ⟦1⟧, or mail ⟦2⟧.'],
    ['(see www.a.example)', '(see ⟦1⟧)'],
    ['It costs $5 and then $10 more', 'It costs $5 and then $10 more'],
    ['2*3*4 and a * b * c', '2*3*4 and a * b * c'],
    ['a \\* b \\$5', 'a ⟦1⟧ b ⟦2⟧5'],
    ['note[^3] of **12.** x', 'note⟦1⟧ of ⟦2⟧ x'],
    ['line<br>two H<sub>2</sub>O', 'line⟦1⟧two H⟦2⟧2⟦3⟧O'],
    ['the ⟦1⟧ sign', 'the ⟦1⟧1⟦2⟧ sign'],
    ['doi 10.1000/xyz123.', 'doi ⟦1⟧.'],
    ['***both*** ways', '⟦1⟧both⟦/1⟧ ways'],
    ['这是**重要**的', '这是⟦1⟧重要⟦/1⟧的'],
    ['unclosed **bold and [bracket', 'unclosed **bold and [bracket'],
    ['stray](http://a.example/) end', 'stray⟦1⟧ end'],
    ['an array[i] of [things]', 'an array[i] of [things]'],
    ['``a`b`` and ![alt](img/a.png) x', '⟦1⟧ and ⟦2⟧ x'],
  ])('%s', (source, text) => {
    const marked = protect(source);
    expect(marked.text).toBe(text);
    expect(restore(marked.text, marked)).toBe(source);
  });

  it('moves space and marks around the whole text out of the marked text', () => {
    const marked = protect(' **Chapter *one***\n');
    expect(marked.text).toBe('Chapter ⟦1⟧one⟦/1⟧');
    expect(restore('فصل ⟦1⟧یک⟦/1⟧', marked)).toBe(' **فصل *یک***\n');
    expect(protect('**all of it**').text).toBe('all of it');
  });

  it('restores random strings of mark characters', () => {
    let seed = 7;
    const random = (n: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % n;
    const alphabet = [
      '*',
      '**',
      '$',
      '`',
      '[',
      '](u)',
      ']',
      '\\',
      'a',
      'ب',
      ' ',
      '⟦',
      '1',
      '⟧',
      'http://x',
      '\n',
      '<br>',
    ];
    for (let round = 0; round < 3000; round += 1) {
      const source = Array.from({ length: random(14) }, () => alphabet[random(alphabet.length)]).join('');
      const marked = protect(source);
      const back = restore(marked.text, marked);
      expect(back.replace(/\s/g, '')).toBe(source.replace(/\s/g, ''));
      expect(checkMarkers(marked.text, marked.text).missing).toEqual([]);
    }
  });

  it('stays fast on hostile text', () => {
    const started = performance.now();
    for (const part of ['*a ', '**', '[', '](', '$a ', '`', '$$', '![', '\\', 'http://', '[^', 'a@a.', '⟦'])
      protect(part.repeat(200_000 / part.length));
    expect(performance.now() - started).toBeLessThan(20_000);
  }, 60_000);

  it('moves space at the inner edges of a pair outside it', () => {
    expect(restore('این⟦1⟧ مهم ⟦/1⟧است', protect('x **important** y'))).toBe('این **مهم** است');
  });
});

describe('derived texts', () => {
  it('numbers a slice from 1', () => {
    const marked = protect('In `a`. See $b$ in **this** and *that. Or* so');
    const part = sliceMarked(marked, marked.text.indexOf('See'), marked.text.indexOf(' Or'));
    expect(part.text).toBe('See ⟦1⟧ in ⟦2⟧this⟦/2⟧ and ⟦3⟧that.');
    expect(restore('⟦2⟧این⟦/2⟧ ⟦1⟧ ⟦3⟧آن.', part)).toBe('**این** $b$ *آن.');
  });

  it('replaces the markdown of a translation by the markers of its source', () => {
    const source = protect('Let $x$ and $y$ be **very** [small](http://a.example/).');
    expect(withSourceMarkers('بگذارید $y$ و $x$ **بسیار** [کوچک](http://a.example/) باشند.', source)).toEqual(
      {
        text: 'بگذارید ⟦2⟧ و ⟦1⟧ ⟦3⟧بسیار⟦/3⟧ ⟦4⟧کوچک⟦/4⟧ باشند.',
        complete: true,
      },
    );
    expect(withSourceMarkers('بگذارید $x$ *کوچک* باشد', source)).toEqual({
      text: 'بگذارید ⟦1⟧ کوچک باشد',
      complete: false,
    });
  });

  it('removes emphasis but keeps links and formulas', () => {
    const { marked, translate } = withoutEmphasis(protect('a **b** $x$ [c](http://a.example/)'));
    expect(translate('⟦2⟧ ⟦1⟧پ⟦/1⟧ ⟦3⟧ج⟦/3⟧')).toBe('⟦1⟧ پ ⟦2⟧ج⟦/2⟧');
    expect(marked.text).toBe('a b ⟦1⟧ ⟦2⟧c⟦/2⟧');
    expect(restore(marked.text, marked)).toBe('a b $x$ [c](http://a.example/)');
    expect(stripMarkers(marked.text)).toBe('a b  c');
  });
});
