import { describe, expect, it } from '@jest/globals';
import {
  engineOrigin,
  exactKey,
  normalise,
  normalKey,
  termsIn,
  type MemoryScope,
} from './memory-key.domain.js';

const scope: MemoryScope = { ownerId: 'o', source: 'en', level: 1 };

describe('normalise', () => {
  it.each([
    ['  a \u00a0b\n c ', 'a b c'],
    ['the “ﬁre” isn’t ﬂat…', `the "fire" isn't flat...`],
    ['soft\u00adhyphen co\u2010op', 'softhyphen co-op'],
    ['one \u2013 two\u2014three -- four', 'one—two—three—four'],
    ['a , b ( c )', 'a, b (c)'],
    ['e\u0301', '\u00e9'],
  ])('%j → %j', (text, expected) => expect(normalise(text)).toBe(expected));

  it('keeps case, words and characters with meaning', () => {
    for (const [a, b] of [
      ['Polish', 'polish'],
      ['x²', 'x2'],
      ['re-sign', 'resign'],
      ['No.', 'No'],
      ['5-6', '56'],
    ] as const)
      expect(normalise(a)).not.toBe(normalise(b));
  });
});

describe('keys', () => {
  it('differ by owner, language, level, origin and text', () => {
    const keys = [
      exactKey(scope, 'e', 't'),
      exactKey({ ...scope, ownerId: 'p' }, 'e', 't'),
      exactKey({ ...scope, source: 'de' }, 'e', 't'),
      exactKey({ ...scope, level: 2 }, 'e', 't'),
      exactKey(scope, 'f', 't'),
      exactKey(scope, 'e', 'u'),
      normalKey(scope, 'e', 't'),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    expect(normalKey(scope, 'e', ' a  “b” ')).toBe(normalKey(scope, 'e', 'a "b"'));
  });

  it('depend on the glossary terms of the text only', () => {
    const terms = [{ term: 'wax', translation: 'موم' }];
    expect(engineOrigin('e', [])).toBe('e');
    expect(engineOrigin('e', terms)).not.toBe('e');
    expect(engineOrigin('e', terms)).not.toBe(engineOrigin('e', [{ term: 'wax', translation: 'واکس' }]));
  });
});

describe('termsIn', () => {
  const glossary = [
    { term: 'candle', translation: 'شمع' },
    { term: 'Wax', translation: 'موم' },
    { term: '光', translation: 'نور' },
  ];
  it.each([
    ['Candles are lit', ['candle']],
    ['a waxen image of wax', ['Wax']],
    ['the earwax', []],
    ['阳光很好', ['光']],
  ])('%s', (text, found) => expect(termsIn(text, glossary).map(({ term }) => term)).toEqual(found));
});
