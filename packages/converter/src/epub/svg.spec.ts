import { describe, expect, it } from '@jest/globals';
import { firstDescendant, parseMarkup } from './markup.js';
import { sanitiseSvg } from './svg.js';

const clean = (inner: string, attributes = '') => {
  const svg = firstDescendant(parseMarkup(`<svg ${attributes}>${inner}</svg>`), 'svg');
  return svg && sanitiseSvg(svg);
};

describe('sanitiseSvg', () => {
  it('keeps shapes, gradients and text', () => {
    const svg = clean(
      '<defs><linearGradient id="g"><stop offset="0"/></linearGradient></defs><path fill="url(#g)" d="M0 0"/><text>a &lt; b</text>',
      'viewBox="0 0 9 9"',
    );
    expect(svg).toContain('<linearGradient id="g">');
    expect(svg).toContain('fill="url(#g)"');
    expect(svg).toContain('<text>a &lt; b</text>');
  });

  it.each([
    '<script>alert(1)</script>',
    '<foreignObject><iframe src="x"/></foreignObject>',
    '<image href="https://example.org/t.png"/>',
    '<a href="https://example.org/">x</a>',
    '<rect onload="x()"/>',
    '<use href="https://example.org/x.svg#a"/>',
    '<rect style="fill:url(https://example.org/x)"/>',
    '<rect style="fill:u\\72l(https://example.org/x)"/>',
    '<rect fill="url( https://example.org/x )"/>',
    '<style>@import "https://example.org/x.css";</style>',
    '<animate attributeName="href" to="javascript:x"/>',
  ])('removes scripts and external references: %s', (inner) => {
    const svg = clean(`<path d="M0 0"/>${inner}`);
    expect(svg).toContain('<path');
    expect(svg).not.toMatch(/example\.org|script|iframe|onload|javascript|@import/);
  });

  it('rejects exponentially nested copies, and drawings without a shape', () => {
    const levels = Array.from(
      { length: 12 },
      (_, i) => `<g id="l${i}">${`<use href="#l${i + 1}"/>`.repeat(10)}</g>`,
    ).join('');
    expect(clean(`<defs>${levels}<path id="l12" d="M0 0"/></defs><use href="#l0"/>`)).toBeUndefined();
    expect(clean('<use href="#a" id="a"/>')).toBeUndefined();
    expect(clean('<title>nothing</title>')).toBeUndefined();
  });
});
