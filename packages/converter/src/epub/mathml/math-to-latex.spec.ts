import { describe, expect, it } from '@jest/globals';
import { firstDescendant, parseMarkup } from '../markup.js';
import { isDisplayMath, mathToLatex } from './math-to-latex.js';

const math = (inner: string, attributes = '') => {
  const element = firstDescendant(parseMarkup(`<p><math ${attributes}>${inner}</math></p>`), 'math');
  if (!element) throw new Error('no math');
  return element;
};
const latex = (inner: string) => mathToLatex(math(inner));

describe('mathToLatex', () => {
  it.each([
    ['<mi>a</mi><mo>+</mo><mn>2</mn><mi>b</mi>', 'a + 2b'],
    ['<msup><mi>x</mi><mn>2</mn></msup>', 'x^2'],
    ['<msub><mi>x</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub>', 'x_{ij}'],
    ['<mfrac><mi>a</mi><mi>b</mi></mfrac>', '\\frac{a}{b}'],
    ['<msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt>', '\\sqrt{x + 1}'],
    ['<mroot><mi>x</mi><mn>3</mn></mroot>', '\\sqrt[3]{x}'],
    ['<mn>1</mn><mn>0</mn>', '10'],
    ['<mn>1,000</mn>', '1{,}000'],
    ['<mi>sin</mi><mi>x</mi>', '\\sin x'],
    ['<mi>Hom</mi>', '\\mathrm{Hom}'],
    ['<mi>α</mi><mo>≤</mo><mi>β</mi>', '\\alpha \\leq \\beta'],
    ['<mi>ℝ</mi>', '\\mathbb{R}'],
    ['<mi mathvariant="bold">v</mi>', '\\mathbf{v}'],
    ['<mi>𝔤</mi>', '\\mathfrak{g}'],
    ['<msup><mi>f</mi><mo>′</mo></msup>', "f'"],
    [
      '<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi>',
      '\\sum_{i = 1}^n i',
    ],
    ['<mover><mi>x</mi><mo>¯</mo></mover>', '\\bar{x}'],
    ['<mover><mrow><mi>A</mi><mi>B</mi></mrow><mo>→</mo></mover>', '\\overrightarrow{AB}'],
    [
      '<munder><mi>lim</mi><mrow><mi>n</mi><mo>→</mo><mo>∞</mo></mrow></munder>',
      '\\lim_{n \\rightarrow \\infty}',
    ],
    ['<mo>(</mo><mfrac><mn>1</mn><mn>2</mn></mfrac><mo>)</mo>', '\\left(\\frac{1}{2}\\right)'],
    ['<mo>(</mo><mi>x</mi><mo>)</mo>', '(x)'],
    ['<mfenced open="[" close="]"><mi>a</mi><mi>b</mi></mfenced>', '[a, b]'],
    ['<mfenced open="〈" close="〉" separators=""><mi>A</mi></mfenced>', '\\langle A\\rangle'],
    ['<mtext>if</mtext><mspace width="0.3em"/><mtext>so</mtext>', '\\text{if so}'],
    ['<mtext>5% {of} a_b</mtext>', '\\text{5\\% \\{of\\} a\\_b}'],
    ['<mfrac linethickness="0"><mi>n</mi><mi>k</mi></mfrac>', '{n \\atop k}'],
    ['<mmultiscripts><mi>C</mi><mi>k</mi><none/><mprescripts/><mi>n</mi><none/></mmultiscripts>', '{}_nC_k'],
    ['<menclose notation="box"><mi>x</mi></menclose>', '\\boxed{x}'],
  ])('%s', (source, expected) => {
    expect(latex(source)).toBe(expected);
  });

  it('converts tables to matrices, cases and aligned equations', () => {
    const cell = (text: string) => `<mtd><mi>${text}</mi></mtd>`;
    const table = `<mtable><mtr>${cell('a')}${cell('b')}</mtr><mtr>${cell('c')}${cell('d')}</mtr></mtable>`;
    expect(latex(`<mo>(</mo>${table}<mo>)</mo>`)).toBe('\\begin{pmatrix}a & b \\\\ c & d\\end{pmatrix}');
    expect(latex(`<mo>{</mo>${table}`)).toBe('\\begin{cases}a & b \\\\ c & d\\end{cases}');
    expect(latex(table.replace('<mtable', '<mtable columnalign="right left"'))).toBe(
      '\\begin{aligned}a & b \\\\ c & d\\end{aligned}',
    );
  });

  it('prefers the TeX annotation, unless its braces are unbalanced', () => {
    const annotated = (tex: string) =>
      latex(`<semantics><mi>x</mi><annotation encoding="application/x-tex">${tex}</annotation></semantics>`);
    expect(annotated('{\\displaystyle \\frac{1}{2}}')).toBe('\\frac{1}{2}');
    expect(annotated('\\frac{1}{2')).toBe('x');
  });

  it('recognises display formulas', () => {
    expect(isDisplayMath(math('<mi>x</mi>', 'display="block"'))).toBe(true);
    expect(isDisplayMath(math('<mi>x</mi>'))).toBe(false);
  });
});
