import { describe, expect, it } from '@jest/globals';
import { encodingFor, fileFor, isFresh } from './web-request.domain.js';

const files = new Set(['/index.html', '/favicon.svg', '/assets/index-1.js']);
const has = (path: string): boolean => files.has(path);
const HTML = 'text/html,application/xhtml+xml,*/*;q=0.8';

describe('fileFor', () => {
  it.each([
    ['/', HTML, '/index.html'],
    ['/favicon.svg', 'image/*', '/favicon.svg'],
    ['/assets/index-1.js', '*/*', '/assets/index-1.js'],
    ['/d/AbC/', HTML, '/index.html'],
    ['/d/a.b/', HTML, '/index.html'],
    ['/manage-sessions', '*/*', '/index.html'],
    ['/manage-sessions', undefined, '/index.html'],
    ['/assets/index-0.js', HTML, null],
    ['/robots.txt', '*/*', null],
    ['/d/AbC/', 'application/json', null],
    ['/..%2f..%2fetc%2fpasswd', '*/*', '/index.html'],
    ['/assets/..%2findex.html', HTML, null],
    ['/..%5c..%5cx', HTML, null],
    ['/%00', HTML, null],
    ['/%zz', HTML, null],
  ])('maps %s with accept %s to %s', (path, accept, file) => {
    expect(fileFor(path, accept, has)).toBe(file);
  });
});

describe('encodingFor', () => {
  const all = (): boolean => true;
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['gzip;q=0.0, br;q=0', 'identity'],
    [undefined, 'identity'],
    ['*', 'identity'],
  ])('%s: %s', (header, encoding) => {
    expect(encodingFor(header, all)).toBe(encoding);
  });

  it('falls back to an available encoding', () => {
    expect(encodingFor('br, gzip', (encoding) => encoding !== 'br')).toBe('gzip');
    expect(encodingFor('br, gzip', () => false)).toBe('identity');
  });
});

describe('isFresh', () => {
  it.each([
    ['"a"', true],
    ['"b", W/"a"', true],
    ['*', true],
    ['"ab"', false],
    [undefined, false],
  ])('%s: %s', (header, fresh) => {
    expect(isFresh(header, '"a"')).toBe(fresh);
  });
});
