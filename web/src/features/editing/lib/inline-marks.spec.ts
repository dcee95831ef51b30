import { parseInline } from '@hamkhan/contracts/inline/parse-inline';
import { describe, expect, it } from '@jest/globals';
import { changedRange, insertLink, type Selection, toggleMark } from './inline-marks.js';

/** `[` and `]` stand for the ends of the selection. */
const select = (text: string): Selection => {
  const from = text.indexOf('[');
  const to = text.indexOf(']') - 1;
  return { text: text.replace(/[[\]]/g, ''), from, to };
};
const shown = ({ text, from, to }: Selection) =>
  `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`;

describe('inline marks', () => {
  it.each([
    ['one [two] three', 'strong', 'one **[two]** three'],
    ['one **[two]** three', 'strong', 'one [two] three'],
    ['one [**two**] three', 'strong', 'one [two] three'],
    ['one **[two]** three', 'emphasis', 'one ***[two]*** three'],
    ['one ***[two]*** three', 'emphasis', 'one **[two]** three'],
    ['one[ two ]three', 'emphasis', 'one *[two]* three'],
    ['متن [نیم‌فاصله‌دار] است', 'strong', 'متن **[نیم‌فاصله‌دار]** است'],
    ['x [] y', 'code', 'x `[]` y'],
    ['[a+b]', 'math', '$[a+b]$'],
  ] as const)('%j with %s is %j', (before, mark, after) => {
    expect(shown(toggleMark(select(before), mark))).toBe(after);
  });

  it('make a link, and select its missing part', () => {
    expect(shown(insertLink(select('see [here] now')))).toBe('see [here]([https://]) now');
    const address = insertLink(select('see [https://example.org/a] now'));
    expect(address.text).toBe('see [](https://example.org/a) now');
    expect([address.from, address.to]).toEqual([5, 5]);
  });

  it('are rendered by the page', () => {
    const { text } = toggleMark(select('x [y] z'), 'strong');
    expect(parseInline(text).map(({ kind }) => kind)).toEqual(['text', 'strong', 'text']);
  });

  it('change one range of the text', () => {
    const before = 'one two three';
    const after = 'one **two** three';
    const { from, to, insert } = changedRange(before, after);
    expect(before.slice(0, from) + insert + before.slice(to)).toBe(after);
    expect(changedRange('aa', 'aaa')).toEqual({ from: 2, to: 2, insert: 'a' });
  });
});
