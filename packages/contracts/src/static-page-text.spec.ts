import { describe, expect, it } from '@jest/globals';
import { parseStaticPage } from './static-page-text.js';

const text = (words: string) => [{ kind: 'text', text: words }];

describe('parseStaticPage', () => {
  it('reads headings, paragraphs and lists', () => {
    expect(parseStaticPage('## One\nfirst\nsecond\n\n- a\n- b\n\n۱. c\n2) d\n### Two')).toEqual([
      { kind: 'heading', level: 2, text: text('One') },
      {
        kind: 'paragraph',
        text: [...text('first'), { kind: 'break' }, ...text('second')],
      },
      { kind: 'list', ordered: false, items: [text('a'), text('b')] },
      { kind: 'list', ordered: true, items: [text('c'), text('d')] },
      { kind: 'heading', level: 3, text: text('Two') },
    ]);
  });

  it('follows paths of this site and refuses what runs or leads astray', () => {
    const hrefs = (content: string) =>
      parseStaticPage(content).flatMap((block) =>
        block.kind === 'paragraph'
          ? block.text.flatMap((one) => (one.kind === 'link' ? [one.href] : []))
          : [],
      );
    expect(hrefs('[help](/page/help/) [post](mailto:a@b.example) [out](https://b.example/x)')).toEqual([
      '/page/help/',
      'mailto:a@b.example',
      'https://b.example/x',
    ]);
    expect(
      hrefs('[a](javascript:alert(1)) [b](//evil.example/) [c](data:text/html,x) [d](/\\evil.example)'),
    ).toEqual([]);
  });

  it('knows no markup: tags are text', () => {
    expect(parseStaticPage('<img src=x onerror=alert(1)>')).toEqual([
      { kind: 'paragraph', text: text('<img src=x onerror=alert(1)>') },
    ]);
  });
});
