import { describe, expect, it } from '@jest/globals';
import { base32, codeAt, matchingStep, newSecret, otpauthUri, stepOf } from './totp.domain.js';

/** The secret of the examples in RFC 4226 and RFC 6238. */
const SECRET = Buffer.from('12345678901234567890');
const NOW = 1_111_111_111_000;

describe('base32', () => {
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('encodes %j as in RFC 4648, without padding', (text, encoded) => {
    expect(base32(Buffer.from(text))).toBe(encoded);
  });
});

describe('codeAt', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('gives the codes of RFC 6238, appendix B: at %d s', (seconds, code) => {
    expect(codeAt(SECRET, stepOf(seconds * 1_000), 8)).toBe(code);
    expect(codeAt(SECRET, stepOf(seconds * 1_000))).toBe(code.slice(2));
  });

  it('gives the codes of RFC 4226, appendix D', () => {
    expect([0, 1, 2, 3, 4].map((count) => codeAt(SECRET, count))).toEqual([
      '755224',
      '287082',
      '359152',
      '969429',
      '338314',
    ]);
  });
});

describe('matchingStep', () => {
  const now = stepOf(NOW);

  it('accepts the codes of this step and of one step before and after', () => {
    const accepted = [-2, -1, 0, 1, 2].map((by) => matchingStep(SECRET, codeAt(SECRET, now + by), NOW, 0));
    expect(accepted).toEqual([null, now - 1, now, now + 1, null]);
  });

  it('accepts no code of a step that was used, and none before it', () => {
    const accepted = [-1, 0, 1].map((by) => matchingStep(SECRET, codeAt(SECRET, now + by), NOW, now));
    expect(accepted).toEqual([null, null, now + 1]);
  });

  it('rejects anything else', () => {
    for (const code of ['', '000000', codeAt(SECRET, now).slice(1)])
      expect(matchingStep(SECRET, code, NOW, 0)).toBeNull();
    expect(matchingStep(newSecret(), codeAt(SECRET, now), NOW, 0)).toBeNull();
  });
});

describe('otpauthUri', () => {
  it('names the product and the account', () => {
    expect(otpauthUri('هم‌خوان', 'a b', Buffer.from('foobar'))).toBe(
      'otpauth://totp/%D9%87%D9%85%E2%80%8C%D8%AE%D9%88%D8%A7%D9%86:a%20b?secret=MZXW6YTBOI&issuer=%D9%87%D9%85%E2%80%8C%D8%AE%D9%88%D8%A7%D9%86',
    );
  });
});
