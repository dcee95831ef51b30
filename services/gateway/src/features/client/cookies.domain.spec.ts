import { describe, expect, it } from '@jest/globals';
import { csrfCookie, hasValidCsrfToken, readCookie } from './cookies.domain.js';

const token = 'A'.repeat(32);

describe('readCookie', () => {
  it.each([
    ['csrftoken=abc', 'abc'],
    ['a=1; csrftoken=abc; b=2', 'abc'],
    ['csrftoken=first; csrftoken=second', 'first'],
    ['xcsrftoken=abc', null],
    ['csrftoken', null],
    [undefined, null],
  ])('finds the first cookie of the name in %j', (header, value) => {
    expect(readCookie(header, 'csrftoken')).toBe(value);
  });
});

describe('csrfCookie', () => {
  it('creates a token for a new browser, readable by scripts and not sent across sites', () => {
    const cookie = csrfCookie(undefined, false);
    expect(cookie).toMatch(/^csrftoken=[A-Za-z0-9_-]{32}; Path=\/; Max-Age=\d+; SameSite=Lax$/);
    expect(csrfCookie(undefined, false)).not.toBe(cookie);
    expect(csrfCookie(undefined, true)).toMatch(/; Secure$/);
  });

  it('keeps a valid token and replaces an invalid one', () => {
    expect(csrfCookie(`csrftoken=${token}`, false)).toContain(`csrftoken=${token};`);
    expect(csrfCookie('csrftoken=x', false)).not.toContain('csrftoken=x;');
  });
});

describe('hasValidCsrfToken', () => {
  it.each([
    [`csrftoken=${token}`, token, true],
    [`csrftoken=${token}`, `${token}B`, false],
    [`csrftoken=${token}`, undefined, false],
    ['csrftoken=', '', false],
    ['csrftoken=short', 'short', false],
    [undefined, token, false],
  ])('cookie %j and header %j: %s', (cookies, header, expected) => {
    expect(hasValidCsrfToken(cookies, header)).toBe(expected);
  });
});
