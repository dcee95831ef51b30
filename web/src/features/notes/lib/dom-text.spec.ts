import type { ContentItem } from '@hamkhan/contracts/content';
import { pageTextOf } from '@hamkhan/contracts/page-text';
import { describe, expect, it } from '@jest/globals';
import { rangeOf as toDomRange } from '../../../shared/text/place-text.js';
import { readDom, toTextRange } from './dom-text.js';

const ITEMS: ContentItem[] = [
  { id: 'h', type: 'abandon', content: 'running head' },
  { id: 'a', type: 'text', content: 'به **جنگل** رفتم $x^2$ و 🐟 برگشتم.' },
  { id: 't', type: 'table', content: '| چیز | بها |\n|---|---|\n| تخته | ۸ |' },
  { id: 'c', type: 'code', language: 'c', content: 'int a;' },
];
const text = pageTextOf(ITEMS);

/** As the reader shows the items, a formula set in the way of KaTeX. */
const frame = (): HTMLElement => {
  const element = document.createElement('div');
  element.innerHTML = `
    <div data-item="a"><p>به <strong>جنگل</strong> رفتم <span data-source="x^2"><span>x<sup>2</sup></span></span> و 🐟 برگشتم.</p></div>
    <div data-item="t"><table><tbody><tr><th>چیز</th><th>بها</th></tr><tr><td>تخته</td><td>۸</td></tr></tbody></table></div>
    <div data-item="c"><div class="code__head"><span>c</span></div><pre><code>int a;</code></pre></div>`;
  document.body.replaceChildren(element);
  return element;
};
const rangeOf = (words: string) => {
  const start = text.text.indexOf(words);
  return { start, end: start + words.length };
};

describe('rendered page text', () => {
  it.each([
    ['به', 'به'],
    ['جنگل رفتم', 'جنگل رفتم'],
    ['رفتم x^2 و', 'رفتم x2 و'],
    ['🐟', '🐟'],
    ['تخته', 'تخته'],
    ['int a', 'int a'],
  ])('finds %s at its place', (words, shown) => {
    const dom = readDom(frame(), text);
    const range = toDomRange(dom, rangeOf(words));
    expect(range?.toString()).toBe(shown);
    expect(toTextRange(dom, text.text, range as Range)).toEqual(rangeOf(words));
  });

  it('maps a selection across paragraphs, or starting between segments, to its text', () => {
    const element = frame();
    const dom = readDom(element, text);
    const range = document.createRange();
    range.selectNodeContents(element);
    expect(toTextRange(dom, text.text, range)).toEqual({ start: 0, end: text.text.length });
    const cell = element.querySelector('td');
    if (!cell?.firstChild) throw new Error('a cell');
    range.setStart(cell.firstChild, 0);
    range.setEndAfter(cell);
    expect(toTextRange(dom, text.text, range)).toEqual(rangeOf('تخته'));
  });

  it('ignores a selection of whitespace', () => {
    const element = frame();
    const dom = readDom(element, text);
    const first = element.querySelector('p')?.firstChild;
    if (!first) throw new Error('a text');
    const range = document.createRange();
    range.setStart(first, 2);
    range.setEnd(first, 3);
    expect(toTextRange(dom, text.text, range)).toBeNull();
    expect(toDomRange([], { start: 0, end: 3 })).toBeNull();
  });
});
