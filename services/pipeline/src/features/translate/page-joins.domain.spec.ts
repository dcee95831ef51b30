import { describe, expect, it } from '@jest/globals';
import { PageContent, type ContentItem } from '@hamkhan/contracts/content';
import { edgesOf, joinOf, sharesOf } from './page-joins.domain.js';

const page = (...items: (string | Partial<ContentItem>)[]): PageContent =>
  PageContent.parse({
    page_info: { page_type: 'text' },
    items: items.map((item, index) => ({
      id: `i${index}`,
      type: 'text',
      content: '',
      ...(typeof item === 'string' ? { content: item } : item),
    })),
  });
const LONG = 'The road went up through the forest and the travellers followed it until the';
const joined = (before: PageContent, after: PageContent, language: Parameters<typeof joinOf>[2] = 'en') =>
  joinOf(before, after, language)?.join.text;

describe('joinOf', () => {
  it('joins a paragraph around the floats between its halves', () => {
    const before = page(
      'Whole one.',
      LONG,
      { type: 'table', content: '| a |\n|---|\n| b |' },
      { type: 'figure_caption', content: 'Figure 1: A road' },
      '12 See the first chapter of the other book.',
      { type: 'abandon', content: '37' },
    );
    const after = page(
      { type: 'abandon', content: 'CHAPTER ONE' },
      'evening fell over the valley. Then they slept.',
    );
    expect(joinOf(before, after, 'en')).toMatchObject({
      tail: { item: 1 },
      head: { item: 1 },
      join: { text: `${LONG} evening fell over the valley. Then they slept.`, cut: LONG.length + 1 },
    });
  });

  it.each<[string, PageContent, PageContent]>([
    ['a sentence that ends', page(`${LONG} end.`), page('Another began.')],
    ['a closing quote', page(`${LONG} end.”`), page('Another began.')],
    ['a label without a verb', page('John Smith'), page('Another began.')],
    ['a colon before a list', page(`${LONG} following:`), page('first of all this.')],
    ['a heading', page(LONG, { type: 'heading', level: 1, content: 'Two' }), page('evening fell.')],
    ['a formula', page(LONG, { type: 'math', content: 'x' }), page('where x is it.')],
    [
      'a list on the next page',
      page(LONG),
      page({ type: 'list', list_type: 'ordered', 'list-items': [{ content: 'a' }] }),
    ],
    ['an entry of references', page(LONG), page('[12] Author, Title.')],
    ['a centred line', page({ content: LONG, text_align: 'center' }), page('evening fell.')],
    ['a page without text', page(LONG), page()],
  ])('does not join: %s', (_, before, after) => {
    expect(joinOf(before, after, 'en')).toBeUndefined();
  });

  it('joins after an abbreviation and before a name', () => {
    expect(
      joined(page('He had always spoken of his neighbour, old Mr.'), page('Smith was his name.')),
    ).toContain('Mr. Smith');
    expect(joined(page(`${LONG} University of`), page('California was founded.'))).toContain('of California');
  });

  it('removes the hyphen of a page break but keeps the hyphen of a compound', () => {
    expect(joined(page(`${LONG} trans-`), page('lation was done.'))).toContain(' translation was');
    expect(joined(page('A self-evident thing.', `${LONG} self-`), page('evident truth.'))).toContain(
      ' self-evident truth',
    );
  });

  it('inserts no space in Chinese', () => {
    expect(joined(page('他们沿着森林里的小路一直向上走直到'), page('傍晚降临。'), 'zh')).toContain(
      '直到傍晚',
    );
  });

  it('divides a text that fills a page between two others at a sentence end', () => {
    const middle = page(
      'evening fell over the valley. Then they slept. But in the morning there was still no',
    );
    const edges = edgesOf(middle, 'en');
    expect(edges.head?.text).toBe('evening fell over the valley. Then they slept.');
    expect(edges.tail?.text).toBe('But in the morning there was still no');
    expect(joined(page(LONG), middle)).toBe(`${LONG} evening fell over the valley. Then they slept.`);
    expect(joined(middle, page('sign of them.'))).toBe('But in the morning there was still no sign of them.');
    expect(edgesOf(page('without any end to it on this page or the next one'), 'en').tail).toBeUndefined();
  });
});

describe('sharesOf', () => {
  const share = (before: string, after: string, translation: string) => {
    const join = { text: `${before} ${after}`, cut: before.length + 1 };
    return sharesOf(join, translation, 'en');
  };

  it('keeps sentences whole except the one that the page break splits', () => {
    const [one, two] = share(
      'It was late. The travellers followed the road until',
      'evening fell over the valley. Then they slept.',
      'دیر بود. مسافران راه را دنبال کردند، تا آن‌که شب بر دره فرود آمد. سپس خوابیدند.',
    );
    expect(one).toBe('دیر بود. مسافران راه را دنبال کردند،');
    expect(two).toBe('تا آن‌که شب بر دره فرود آمد. سپس خوابیدند.');
  });

  it('does not cut emphasis, links or formulas, and repeats marks around the whole', () => {
    const [one, two] = share(
      'The first part goes on',
      'with **several bold words in a row** to its end.',
      'بخش نخست **چند واژهٔ درشت پشت سر هم** دارد.',
    );
    for (const text of [one, two]) expect((text.match(/\*\*/g) ?? []).length % 2).toBe(0);
    expect(`${one} ${two}`).toBe('بخش نخست **چند واژهٔ درشت پشت سر هم** دارد.');
    expect(share('Every word here', 'is bold now.', '**همه چیز اینجا درشت است.**')).toEqual([
      '**همه چیز اینجا**',
      '**درشت است.**',
    ]);
  });

  it('keeps every word exactly once', () => {
    const words = Array.from({ length: 200 }, (_, n) => `w${n}${n % 9 === 8 ? '.' : ''}`);
    const translation = Array.from({ length: 170 }, (_, n) => `واژه${n}${n % 8 === 7 ? '.' : ''}`).join(' ');
    for (let at = 1; at < 200; at += 7) {
      const [one, two] = share(words.slice(0, at).join(' '), words.slice(at).join(' '), translation);
      expect(`${one} ${two}`).toBe(translation);
      expect(one).not.toBe('');
      expect(two).not.toBe('');
    }
  });

  it('puts a single word on the page that has more of it', () => {
    expect(share('Ye', 'sterday evening.', 'دیروز')).toEqual(['', 'دیروز']);
  });
});
