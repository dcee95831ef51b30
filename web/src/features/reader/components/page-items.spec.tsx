import '../../../test/web-globals.js';
import type { ContentItem } from '@hamkhan/contracts/content';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { startScreen } from '../../../test/screen.js';
import { loadMath } from '../../../shared/text/typeset-math.js';
import { PageItems, type PageItemsProps } from './page-items.js';

const lost = jest.fn<() => void>();
const show = (items: ContentItem[], part: Partial<PageItemsProps> = {}) => {
  const { container } = render(
    <PageItems
      items={items}
      language="fa"
      direction="rtl"
      sourceDirection="ltr"
      pageNumber={0}
      pageSize={{ width: 600, height: 800 }}
      onLost={lost}
      {...part}
    />,
  );
  return container;
};
const src = '/api/document/image/k/a.png?e=99999999999&s=x';

beforeEach(async () => {
  await startScreen('en');
  lost.mockClear();
});

describe('the items of a page', () => {
  it('headings keep their level on the first pages and are at least 3 after them [RDR-READER-39] [RDR-READER-70]', () => {
    const heading: ContentItem = { id: 'h', type: 'heading', content: '**A**', level: 1 };
    expect(show([heading], { pageNumber: 1 }).querySelector('h1 > strong')?.textContent).toBe('A');
    expect(show([heading], { pageNumber: 5 }).querySelector('h3')?.dataset['level']).toBe('1');
    expect(show([{ ...heading, level: 2 }], { pageNumber: 2 }).querySelector('h2')).toBeTruthy();
  });

  it('text is aligned as in the original, in its own direction [RDR-READER-40]', () => {
    const align = (text_align: 'none' | 'left' | 'center' | 'right', sourceDirection: 'ltr' | 'rtl') =>
      show([{ id: 't', type: 'text', content: 'الف', text_align }], { sourceDirection }).querySelector('p')
        ?.dataset['align'];
    expect([
      align('none', 'ltr'),
      align('left', 'ltr'),
      align('center', 'ltr'),
      align('right', 'ltr'),
    ]).toEqual([undefined, undefined, 'center', 'end']);
    expect([align('left', 'rtl'), align('right', 'rtl')]).toEqual(['end', undefined]);
  });

  it('lists are ordered or not, one inside the other [RDR-READER-41]', () => {
    const box = show([
      {
        id: 'l',
        type: 'list',
        content: '',
        list_type: 'ordered',
        'list-items': [
          { content: 'one', list_type: 'unordered', 'list-items': [{ content: '*inner*' }] },
          { content: 'two' },
        ],
      },
    ]);
    expect(box.querySelectorAll('.item > ol > li')).toHaveLength(2);
    expect(box.querySelector('ol > li > ul > li > em')?.textContent).toBe('inner');
  });

  it('a list is no deeper than the model allows', () => {
    const nest = (depth: number): { content: string; 'list-items'?: never[] } =>
      ({ content: `${depth}`, 'list-items': depth > 0 ? [nest(depth - 1)] : [] }) as never;
    const box = show([
      { id: 'l', type: 'list', content: '', list_type: 'unordered', 'list-items': [nest(40)] },
    ]);
    expect(box.querySelectorAll('ul')).toHaveLength(6);
  });

  it('tables have a header, rows and inline marks in their cells [RDR-READER-42]', () => {
    const box = show([
      { id: 't', type: 'table', content: '| A | **B** |\n| --- | --- |\n| `x` | 1 |\n| y | 2 |' },
    ]);
    expect([...box.querySelectorAll('thead th')].map((cell) => cell.textContent)).toEqual(['A', 'B']);
    expect(box.querySelectorAll('tbody tr')).toHaveLength(2);
    expect(box.querySelector('td > code')?.textContent).toBe('x');
    expect(box.querySelector<HTMLElement>('td:nth-child(2)')?.dataset['align']).toBe('end');
    expect(box.querySelector('.scroller > table')).toBeTruthy();
  });

  it('figures have an image with reserved space, a name and a caption [RDR-READER-43]', () => {
    const box = show([
      {
        id: 'f',
        type: 'figure',
        content: '',
        src,
        caption: 'Fig. *1*',
        description: 'A pond',
        bbox: [0, 0, 0.5, 0.25],
      },
    ]);
    const img = screen.getByAltText<HTMLImageElement>('A pond');
    expect(img.getAttribute('src')).toBe(src);
    expect([img.getAttribute('width'), img.getAttribute('height'), img.getAttribute('loading')]).toEqual([
      '300',
      '200',
      'lazy',
    ]);
    expect(box.querySelector('figcaption > em')?.textContent).toBe('1');
  });

  it('an image that fails to load shows a message and requests a new address', () => {
    show([{ id: 'f', type: 'figure', content: '', src, description: 'A pond' }]);
    fireEvent.error(screen.getByAltText('A pond'));
    expect(screen.getByText(/could not be loaded/).textContent).toContain('A pond');
    expect(lost).toHaveBeenCalledTimes(1);
  });

  it('code is left to right with its language and file name, and is highlighted [RDR-READER-44]', async () => {
    const box = show([
      { id: 'c', type: 'code', content: 'x = 1\n\ty', language: '', filename: 'a.py' },
      { id: 'd', type: 'code', content: 'y', language: 'rust' },
    ]);
    const [first, second] = box.querySelectorAll<HTMLElement>('.code');
    expect(first?.dir).toBe('ltr');
    expect(first?.querySelector('.code__head')?.textContent).toBe('a.pypython');
    expect(first?.querySelector('pre')?.textContent).toBe('x = 1\n\ty');
    expect(second?.querySelector('.code__head')?.textContent).toBe('rust');

    const listing = show([
      { id: 'e', type: 'code', content: 'def live(days):\n    return 3', language: '', filename: 'live.py' },
      { id: 'f', type: 'code', content: 'return', language: 'a-language-of-nobody' },
    ]);
    await waitFor(() => expect(listing.querySelector('[data-code="keyword"]')?.textContent).toBe('def'));
    expect([...listing.querySelectorAll('[data-code="keyword"]')].map((one) => one.textContent)).toEqual([
      'def',
      'return',
    ]);
    expect(listing.querySelector('pre')?.textContent).toBe('def live(days):\n    return 3');
  });

  it('formulas and captions are rendered, and running heads are hidden [RDR-READER-45]', async () => {
    const box = show([
      { id: 'm', type: 'math', content: '\\frac{1}{2}' },
      { id: 'n', type: 'text', content: 'and $x^2$' },
      { id: 'p', type: 'math', content: 'E=mc2', src },
      { id: 'a', type: 'figure_caption', content: 'Fig' },
      { id: 'b', type: 'table_caption', content: 'Tab' },
      { id: 'c', type: 'math_caption', content: '(1)' },
      { id: 'd', type: 'caption', content: 'Cap' },
      { id: 'e', type: 'abandon', content: 'running head' },
    ]);
    await waitFor(() => expect(box.querySelectorAll('.math .katex')).toHaveLength(2));
    expect(box.querySelector<HTMLElement>('.math[data-display]')?.dir).toBe('ltr');
    expect(box.querySelector('.math math mfrac')).toBeTruthy();
    expect(screen.getByAltText('E=mc2')).toBeTruthy();
    expect([...box.querySelectorAll('.caption')].map((one) => one.textContent)).toEqual([
      'Fig',
      'Tab',
      '(1)',
      'Cap',
    ]);
    expect(box.textContent).not.toContain('running head');
  });

  it('a formula that cannot be rendered is shown as its source', async () => {
    await loadMath();
    const sources = [
      '\\frac{1',
      '\\def\\a{\\a\\a}\\a',
      `${'\\sqrt{'.repeat(300)}x${'}'.repeat(300)}`,
      'x'.repeat(6000),
    ];
    for (const content of sources) {
      const box = show([{ id: 'm', type: 'math', content }]);
      expect(box.querySelector('code.math--source')?.textContent).toBe(content);
      expect(box.querySelector('.katex')).toBeNull();
    }
  });

  it('formulas bring no colour, link, picture or style of their own', async () => {
    await loadMath();
    const box = show([
      {
        id: 'm',
        type: 'math',
        content:
          '\\color{white} a \\textcolor{red}{b} \\colorbox{red}{c} \\fcolorbox{red}{blue}{d} \\pmb{e} \\href{javascript:alert(1)}{f} \\htmlStyle{position:fixed}{g} \\includegraphics{https://e.example/x.png}',
      },
    ]);
    expect(box.querySelector('.katex')).toBeTruthy();
    expect(box.querySelector('a, img, [style*="color: white"], [style*="red"], [style*="fixed"]')).toBeNull();
    expect(box.querySelector('math [style]')).toBeNull();
  });

  it('a paragraph entirely in the other direction gets that direction, its page does not', () => {
    const box = show([
      { id: 'a', type: 'text', content: 'متن فارسی با TCP' },
      { id: 'b', type: 'text', content: 'An English reference.' },
    ]);
    expect(box.querySelector('.page-items')?.getAttribute('dir')).toBe('rtl');
    expect(box.querySelector('.page-items')?.getAttribute('lang')).toBe('fa');
    expect([...box.querySelectorAll('p')].map((one) => one.getAttribute('dir'))).toEqual([null, 'ltr']);
  });

  it('links open in a new tab without a referrer', () => {
    const box = show([{ id: 'a', type: 'text', content: '[a](https://a.example/) [b](#x)' }]);
    const [away, here] = box.querySelectorAll('a');
    expect([away?.target, away?.rel]).toEqual(['_blank', 'noopener noreferrer nofollow']);
    expect([here?.getAttribute('href'), here?.target]).toEqual(['#x', '']);
  });

  it('items of low confidence are marked', () => {
    const box = show([
      { id: 'a', type: 'text', content: 'clear', confidence: 0.9 },
      { id: 'b', type: 'text', content: 'unclear', confidence: 0.4 },
    ]);
    expect([...box.querySelectorAll('[data-low-confidence]')].map((one) => one.textContent)).toEqual([
      'unclear',
    ]);
  });

  it('text of a document never becomes markup, in any item', () => {
    const hostile = [
      '<script>window.hit = 1</script>',
      '<img src=x onerror="window.hit=1">',
      '"><svg onload=window.hit=1>',
      '[x](javascript:window.hit=1)',
      '[x](JAVASCRIPT:window.hit=1)',
      '[<b>](data:text/html,<script>window.hit=1</script>)',
      '${window.hit=1}',
      '<iframe srcdoc="<script>parent.hit=1</script>">',
      '</code></pre><style>*{display:none}</style>',
      '<a href="javascript:window.hit=1">x</a>',
    ];
    for (const content of hostile) {
      const box = show([
        { id: '1', type: 'heading', content, level: 2 },
        { id: '2', type: 'text', content },
        { id: '3', type: 'list', content, list_type: 'unordered', 'list-items': [{ content }] },
        { id: '4', type: 'table', content: `| ${content.replaceAll('|', '\\|')} |\n| --- |\n| ${content} |` },
        { id: '5', type: 'figure', content, src: content, caption: content, description: content },
        { id: '6', type: 'code', content, language: content.slice(0, 40), filename: content },
        { id: '7', type: 'math', content },
        { id: '8', type: 'math', content, src: `javascript:${content}` },
        { id: '9', type: 'caption', content },
      ]);
      expect(
        box.querySelector('script, svg:not(.icon):not(.katex svg), iframe, style, img[onerror]'),
      ).toBeNull();
      for (const link of box.querySelectorAll('a')) expect(link.protocol).toMatch(/^https?:$/);
      for (const image of box.querySelectorAll('img')) expect(image.src).toMatch(/^http:\/\/localhost\//);
      for (const element of box.querySelectorAll('*')) {
        expect(element.getAttributeNames().filter((name) => name.startsWith('on'))).toEqual([]);
      }
    }
    expect((window as { hit?: unknown }).hit).toBeUndefined();
  });
});
