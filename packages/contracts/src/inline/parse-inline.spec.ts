import { describe, expect, it } from '@jest/globals';
import { plainText } from './inline-node.js';
import type { Inline } from './inline-node.js';
import { parseInline } from './parse-inline.js';
import { safeHref } from './safe-href.js';

/** Inline nodes in a compact notation. */
const brief = (nodes: readonly Inline[]): string =>
  nodes
    .map((node) => {
      switch (node.kind) {
        case 'text':
          return node.text;
        case 'break':
          return '⏎';
        case 'code':
          return `<code ${node.text}>`;
        case 'math':
          return `<${node.display ? 'display' : 'math'} ${node.latex}>`;
        case 'strong':
          return `<b ${brief(node.children)}>`;
        case 'emphasis':
          return `<i ${brief(node.children)}>`;
        case 'link':
          return `<a ${node.href} ${brief(node.children)}>`;
      }
    })
    .join('');
const read = (source: string) => brief(parseInline(source));

describe('inline marks', () => {
  it.each([
    ['**bold** and *slanted*', '<b bold> and <i slanted>'],
    ['***both***', '<b <i both>>'],
    ['***both* bold**', '<b <i both> bold>'],
    ['**bold *both***', '<b bold <i both>>'],
    ['**a *b* c**', '<b a <i b> c>'],
    ['`let x = *y*`', '<code let x = *y*>'],
    ['``a ` b``', '<code a ` b>'],
    ['`` `a` ``', '<code `a`>'],
    ['where $E = mc^2$.', 'where <math E = mc^2>.'],
    ['$$\\frac{1}{2}$$', '<display \\frac{1}{2}>'],
    ['see [the *notes*](https://a.example/x_(y))', 'see <a https://a.example/x_(y) the <i notes>>'],
    ['[write](mailto:a@b.example)', '<a mailto:a@b.example write>'],
    ['[there](#part-2)', '<a #part-2 there>'],
    ['one\ntwo', 'one⏎two'],
    ['**«کتاب»**ها', '<b «کتاب»>ها'],
  ])('reads %s', (source, shown) => expect(read(source)).toBe(shown));

  it.each([
    ['2 * 3 * 4', '2 * 3 * 4'],
    ['f*g*h', 'f*g*h'],
    ['from $5 to $6', 'from $5 to $6'],
    ['$ 5 $', '$ 5 $'],
    ['a lone * and ` and $ and [', 'a lone * and ` and $ and ['],
    ['**no partner', '**no partner'],
    ['[no address] (x)', '[no address] (x)'],
    ['****', '****'],
    ['<b>bold</b> <script>x</script>', '<b>bold</b> <script>x</script>'],
    ['![a](b.png)', '!a'],
    ['a ] b ](c) d', 'a ] b ](c) d'],
  ])('leaves %s as it is written', (source, shown) => expect(read(source)).toBe(shown));

  it.each([
    ['\\*\\*not bold\\*\\*', '**not bold**'],
    ['costs \\$5 and \\$6', 'costs $5 and $6'],
    ['\\`x\\`', '`x`'],
    ['\\[a](b)', '[a](b)'],
    ['C:\\dir', 'C:\\dir'],
    ['a\\\\*b', 'a\\*b'],
    ['the end\\', 'the end\\'],
  ])('takes the escapes of the pipeline out of %s', (source, shown) => expect(read(source)).toBe(shown));

  it('drops unsafe links and keeps their text', () => {
    for (const url of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'java\tscript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      'file:///etc/passwd',
      '//evil.example',
      '/user/logout/',
      'https:/\\evil.example',
      'https://user:pass@evil.example/',
      'http://',
      'mailto:',
      '#',
      ' https://a.example',
      'blob:https://a.example/1',
    ]) {
      expect([url, safeHref(url)]).toEqual([url, null]);
      expect(read(`[x](${url})`)).not.toContain('<a ');
    }
    expect(safeHref('https://a.example/?q=1#x')).toBe('https://a.example/?q=1#x');
  });

  it('removes a link inside a link', () => {
    expect(read('[a [b](https://b.example) c](https://a.example)')).toBe('<a https://a.example a b c>');
  });

  it('parses a hostile text in linear time and limits the depth', () => {
    const depth = (nodes: readonly Inline[]): number =>
      Math.max(0, ...nodes.map((node) => ('children' in node ? 1 + depth(node.children) : 0)));
    const size = 60_000;
    const hostile = [
      '*a '.repeat(size / 3),
      '*a **b '.repeat(size / 7) + 'x* y**'.repeat(size / 6),
      '['.repeat(size),
      '[a](x'.repeat(size / 5),
      '[a'.repeat(size / 4) + '](#b)'.repeat(size / 8),
      '`'.repeat(size),
      Array.from({ length: 340 }, (_, at) => '`'.repeat(at + 1)).join(' '),
      '$a '.repeat(size / 3),
      '$$'.repeat(size / 2),
      '\\'.repeat(size),
      '*'.repeat(size),
      '** *'.repeat(size / 4),
    ];
    const started = performance.now();
    for (const source of hostile) expect(depth(parseInline(source))).toBeLessThanOrEqual(8);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it('returns the text without marks', () => {
    expect(plainText(parseInline('**a** *b* `c` $d$ [e](https://e.example)\nf'))).toBe('a b c d e f');
  });
});
