import { describe, expect, it } from '@jest/globals';
import { externalHref, resolveInContainer } from './container-path.js';

describe('resolveInContainer', () => {
  it.each([
    ['OEBPS/text/a.xhtml', 'b.xhtml', { path: 'OEBPS/text/b.xhtml', fragment: '' }],
    ['OEBPS/text/a.xhtml', '../img/p%20q.png', { path: 'OEBPS/img/p q.png', fragment: '' }],
    ['OEBPS/a.xhtml', '#note-1', { path: 'OEBPS/a.xhtml', fragment: 'note-1' }],
    ['a.xhtml', '/b/c.xhtml?x=1#y', { path: 'b/c.xhtml', fragment: 'y' }],
    ['EPUB/a.xhtml', '../../../../media/m.jpg', { path: 'media/m.jpg', fragment: '' }],
    ['EPUB/a.xhtml', './x/./../b%2Ehtml', { path: 'EPUB/b.html', fragment: '' }],
  ])('resolves, from %s, the reference %s', (base, reference, expected) => {
    expect(resolveInContainer(base, reference)).toEqual(expected);
  });

  it.each([
    'https://example.org/x',
    '//example.org/x',
    'file:///etc/passwd',
    'data:text/html,x',
    '..\\..\\x',
    'a%00b',
    'a%5Cb',
    '..',
    '/',
  ])('rejects %s', (reference) => {
    expect(resolveInContainer('a.xhtml', reference)).toBeUndefined();
  });
});

describe('externalHref', () => {
  it('keeps web and mail links, with the special characters of Markdown encoded', () => {
    expect(externalHref(' https://example.org/a_(b) ')).toBe('https://example.org/a_%28b%29');
    expect(externalHref('mailto:a@example.org')).toBe('mailto:a@example.org');
  });

  it.each(['javascript:alert(1)', 'data:text/html,<b>', 'chapter.xhtml', '#x', 'http://', 'vbscript:x'])(
    'drops %s',
    (href) => {
      expect(externalHref(href)).toBeUndefined();
    },
  );
});
