import { describe, expect, it } from '@jest/globals';
import type { ContentItem } from '../content.js';
import { foldForSearch } from '../folding.js';
import { pageTextOf, type PageText } from '../page-text.js';
import { findPassage } from './find-passage.js';
import { placeOf, rangeAt, wholeCharacter, type TextRange } from './item-place.js';
import { quoteAt } from './quote.js';

type Paragraph = { id: string; text: string };
const items = (paragraphs: readonly Paragraph[]): ContentItem[] =>
  paragraphs.map(({ id, text }) => ({ id, type: 'text', content: text }));
const pageOf = (paragraphs: readonly Paragraph[]): PageText => pageTextOf(items(paragraphs));

const WALDEN: Paragraph[] = [
  { id: 'p1', text: 'Where I Lived, and What I Lived For' },
  {
    id: 'p2',
    text: 'I went to the woods because I wished to live deliberately, to front only the essential facts of life, and see if I could not learn what it had to teach.',
  },
  {
    id: 'p3',
    text: 'Our life is frittered away by detail. Simplicity, simplicity, simplicity! In 1845 I paid 28 dollars and 12 cents for the house.',
  },
  {
    id: 'p4',
    text: 'Time is but the stream I go a-fishing in. I drink at it; but while I drink I see the sandy bottom.',
  },
];
const PERSIAN: Paragraph[] = [
  {
    id: 'f1',
    text: 'به جنگل رفتم، چون می‌خواستم آگاهانه زندگی کنم و تنها با واقعیت‌های بنیادی زندگی روبه‌رو شوم.',
  },
  { id: 'f2', text: 'در سال ۱۸۴۵ برای خانه ۲۸ دلار پرداختم؛ تخته ۸٫۰۳ دلار و پوشال ۴ دلار شد.' },
  {
    id: 'f3',
    text: 'زمان تنها جویی است که در آن ماهی می‌گیرم. از آن می‌نوشم و ته شنی‌اش را می‌بینم 🐟🐠 که چه کم‌ژرفاست.',
  },
];

/** A note on a passage: its place and quote. */
function noteOn(paragraphs: readonly Paragraph[], passage: string, nth = 0) {
  const page = pageOf(paragraphs);
  let start = page.text.indexOf(passage);
  for (let skip = nth; skip > 0; skip -= 1) start = page.text.indexOf(passage, start + 1);
  if (start < 0) throw new Error(`no «${passage}»`);
  const range = { start, end: start + passage.length };
  return { place: placeOf(page, range), quote: quoteAt(page, range) };
}
type TestNote = ReturnType<typeof noteOn>;
const findIn = (
  paragraphs: readonly Paragraph[],
  note: TestNote,
): { range: TextRange; text: string } | null => {
  const page = pageOf(paragraphs);
  const range = findPassage(page, note.place, [note.quote]);
  return range && { range, text: page.text.slice(range.start, range.end) };
};
const foundIn = (paragraphs: readonly Paragraph[], note: TestNote) => findIn(paragraphs, note)?.text ?? null;
const withText = (
  paragraphs: readonly Paragraph[],
  id: string,
  change: (text: string) => string,
): Paragraph[] => paragraphs.map((one) => (one.id === id ? { ...one, text: change(one.text) } : one));
const itemIn = (paragraphs: readonly Paragraph[], { range }: { range: TextRange }) =>
  placeOf(pageOf(paragraphs), range)?.itemId;

/** Numbers that repeat with the seed. */
const randomOf = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 48_271) % 0x7fffffff;
    return state % below;
  };
};

describe('a passage on a page that changed', () => {
  it('is found unchanged on the same page', () => {
    for (const passage of ['the woods', 'facts of life', 'I', 'Simplicity', 'the house.']) {
      const note = noteOn(WALDEN, passage);
      expect(findIn(WALDEN, note)?.range.start).toBe(pageOf(WALDEN).text.indexOf(passage));
    }
  });

  it.each([
    ['words before it', (text: string) => `Once upon a time, long ago, ${text}`],
    ['words after it', (text: string) => `${text} And so on, and so forth.`],
    ['words cut off before it', (text: string) => text.slice(text.indexOf('because'))],
    ['a word corrected beside it', (text: string) => text.replace('essential', 'most essential')],
  ])('moves with %s', (_, change) => {
    const note = noteOn(WALDEN, 'to live deliberately');
    expect(foundIn(withText(WALDEN, 'p2', change), note)).toBe('to live deliberately');
  });

  it('is found in a paragraph that has moved, by its id or, with new ids, by its words', () => {
    const note = noteOn(WALDEN, 'the sandy bottom');
    const moved = [WALDEN[3], WALDEN[0], WALDEN[2], WALDEN[1]].flatMap((one) => one ?? []);
    expect(foundIn(moved, note)).toBe('the sandy bottom');
    const renamed = moved.map(({ text }, index) => ({ id: `n${index}`, text }));
    expect(foundIn(renamed, note)).toBe('the sandy bottom');
    const shifted = WALDEN.map(({ text }, index) => ({ id: `p${index + 2}`, text }));
    expect(foundIn(shifted, note)).toBe('the sandy bottom');
  });

  it('is distinguished from equal passages by its context', () => {
    const [second, third] = [noteOn(WALDEN, 'implicity', 1), noteOn(WALDEN, 'implicity', 2)];
    const changed = withText(WALDEN, 'p3', (text) => `Verily. ${text}`);
    const base = pageOf(changed).text.indexOf('Simplicity') + 1;
    const [one, two] = [findIn(changed, second)?.range.start, findIn(changed, third)?.range.start];
    expect([one, two].toSorted()).not.toContain(base);
    expect(one).not.toBe(two);
  });

  it.each([
    ['In 1845 I paid 28 dollars', '1845', '1854', 'In 1854 I paid 28 dollars'],
    [
      'paid 28 dollars and 12 cents',
      '28 dollars and 12',
      '29 dollars and 13',
      'paid 29 dollars and 13 cents',
    ],
    ['1845', '1845', '1854', '1854'],
    ['frittered away by detail', 'frittered', 'fritterd', 'fritterd away by detail'],
    ['Our life is frittered away by detail.', 'frittered away', 'wasted', 'Our life is wasted by detail.'],
  ])('survives a correction inside it: %s', (passage, from, to, expected) => {
    const note = noteOn(WALDEN, passage);
    expect(
      foundIn(
        withText(WALDEN, 'p3', (text) => text.replace(from, to)),
        note,
      ),
    ).toBe(expected);
  });

  it('is found in Persian with other half-spaces, Arabic letters or digits', () => {
    const note = noteOn(PERSIAN, 'می‌خواستم آگاهانه زندگی کنم');
    const rewritten = withText(PERSIAN, 'f1', (text) => text.replaceAll('می‌', 'مي'));
    expect(foundIn(rewritten, note)).toBe('ميخواستم آگاهانه زندگی کنم');
    const price = noteOn(PERSIAN, '۲۸ دلار');
    const latin = withText(PERSIAN, 'f2', (text) => text.replace('۲۸', '28').replace('۱۸۴۵', '1845'));
    expect(foundIn(latin, price)).toBe('28 دلار');
    const corrected = withText(PERSIAN, 'f2', (text) => text.replace('۲۸', '۲۹'));
    expect(foundIn(corrected, price)).toBe('۲۹ دلار');
  });

  it('never splits a surrogate pair', () => {
    const note = noteOn(PERSIAN, 'می‌بینم 🐟🐠 که');
    const changed = withText(PERSIAN, 'f3', (text) => `🐡🐡${text}`);
    expect(foundIn(changed, note)).toBe('می‌بینم 🐟🐠 که');
    const fish = noteOn(PERSIAN, '🐠');
    expect(foundIn(changed, fish)).toBe('🐠');
    expect(wholeCharacter('a🐟b', 2)).toBe(1);
    const halves = rangeAt(pageOf([{ id: 'f3', text: '🐟🐟🐟🐟' }]), {
      itemId: 'f3',
      itemIndex: 0,
      start: 1,
      end: 3,
    });
    expect(halves).toEqual({ start: 0, end: 2 });
  });

  it('is found across paragraphs', () => {
    const note = noteOn(WALDEN, 'had to teach.\nOur life is frittered');
    const changed = withText(WALDEN, 'p2', (text) => `Well, ${text}`);
    expect(foundIn(changed, note)).toBe('had to teach.\nOur life is frittered');
  });

  it('is found in a script without spaces', () => {
    const chinese = [
      {
        id: 'c',
        text: '我到林中去，因为我希望谨慎地生活，只面对生活的基本事实，看看我是否学得到生活要教育我的东西。',
      },
    ];
    const note = noteOn(chinese, '只面对生活的基本事实');
    expect(
      foundIn(
        withText(chinese, 'c', (text) => `从前，${text}`),
        note,
      ),
    ).toBe('只面对生活的基本事实');
    expect(
      foundIn(
        withText(chinese, 'c', (text) => text.replace('基本', '根本')),
        note,
      ),
    ).toBe('只面对生活的根本事实');
  });

  it('is not found once it is deleted', () => {
    const long = noteOn(WALDEN, 'to front only the essential facts of life');
    expect(
      foundIn(
        WALDEN.filter(({ id }) => id !== 'p2'),
        long,
      ),
    ).toBeNull();
    const short = noteOn(WALDEN, 'the');
    expect(foundIn([{ id: 'x', text: 'On the other hand the cat sat.' }], short)).toBeNull();
    expect(
      foundIn([{ id: 'p2', text: 'Quite another text with the word in it, under the same id.' }], short),
    ).toBeNull();
    const cut = withText(WALDEN, 'p2', (text) =>
      text.replace('to front only the essential facts of life, ', ''),
    );
    expect(foundIn(cut, long)).toBeNull();
    expect(foundIn([], long)).toBeNull();
  });

  it('is found again once its text is restored', () => {
    const note = noteOn(WALDEN, 'a-fishing in');
    expect(foundIn([{ id: 'p4', text: 'Nothing of it is left here.' }], note)).toBeNull();
    expect(foundIn(WALDEN, note)).toBe('a-fishing in');
  });

  it.each([WALDEN, PERSIAN])(
    'is found after any edits outside its paragraph and around it (random)',
    (...paragraphs) => {
      for (let seed = 1; seed <= 200; seed += 1) {
        const random = randomOf(seed * 7_919);
        const at = random(paragraphs.length);
        const chosen = paragraphs[at] ?? { id: '', text: '' };
        const words = chosen.text.split(' ');
        const from = random(Math.max(1, words.length - 4));
        const passage = words.slice(from, from + 4 + random(4)).join(' ');
        const note = noteOn(paragraphs, passage);
        const edited = paragraphs.map((one) => {
          if (one.id === chosen.id) {
            const [head, tail] = [`${'ژ '.repeat(random(9))}`, ` ${'q '.repeat(random(9))}`];
            return { ...one, text: head + one.text + tail };
          }
          const kept = one.text.split(' ').filter(() => random(3) > 0);
          return { ...one, text: kept.join(' ') };
        });
        if (random(2)) edited.reverse();
        if (random(2)) edited.forEach((one, index) => edited.splice(index, 1, { ...one, id: `r${index}` }));
        const found = findIn(edited, note);
        expect({ seed, text: found?.text }).toEqual({ seed, text: passage });
        const place = found && itemIn(edited, found);
        expect(edited.find(({ id }) => id === place)?.text).toContain(chosen.text);
      }
    },
  );

  it('overlaps the rest of the passage after random edits, or is not found, and never splits a character', () => {
    let kept = 0;
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = randomOf(seed * 104_729);
      const paragraphs = seed % 2 ? WALDEN : PERSIAN;
      const chosen = paragraphs[random(paragraphs.length)] ?? { id: '', text: '' };
      const words = chosen.text.split(' ');
      const from = random(Math.max(1, words.length - 6));
      const length = Math.min(8, words.length - from);
      const note = noteOn(paragraphs, words.slice(from, from + length).join(' '));
      const victim = from + random(length);
      const changed = words.map((word, index) => (index !== victim ? word : random(2) ? `${word}ه` : 'xyz'));
      const edited = withText(paragraphs, chosen.id, () => changed.join(' '));
      const found = findIn(edited, note);
      if (!found) continue;
      kept += 1;
      expect(itemIn(edited, found)).toBe(chosen.id);
      const survivors = words.slice(from, from + length).map(foldForSearch);
      expect(survivors.some((word) => foldForSearch(found.text).includes(word))).toBe(true);
      expect(found.text).toBe(found.text.replace(/[\ud800-\udbff](?![\udc00-\udfff])/g, ''));
    }
    expect(kept).toBeGreaterThan(270);
  });

  it('is found quickly on a long page with the same words repeated', () => {
    const page = [{ id: 'a', text: 'the cat sat on the mat and '.repeat(6_000) }];
    const note = noteOn(
      [{ id: 'b', text: `${'the dog sat on the mat and '.repeat(80)}` }],
      'the dog sat on the mat and '.repeat(60),
    );
    const started = performance.now();
    findIn(page, note);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
