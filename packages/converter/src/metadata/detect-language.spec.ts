import { describe, expect, it } from '@jest/globals';
import { SOURCE_LANGUAGES } from '@hamkhan/contracts/languages';
import { knownText } from '@hamkhan/testing/fixtures/fixture-text';
import { detectLanguage } from './detect-language.js';

const prose = (language: (typeof SOURCE_LANGUAGES)[number]) => knownText(language).paragraphs.join('\n');

describe('detectLanguage', () => {
  it.each([...SOURCE_LANGUAGES])('detects %s from a few paragraphs', (language) => {
    expect(detectLanguage(prose(language).repeat(2))).toBe(language);
  });

  it('returns null for a title, names or a table of numbers', () => {
    expect(detectLanguage('The Origin of Species')).toBeNull();
    expect(detectLanguage('Müller Schmidt Fischer Weber Wagner Becker Hoffmann '.repeat(10))).toBeNull();
    expect(detectLanguage('12.5 17 % 0.04 '.repeat(100))).toBeNull();
  });

  it('confuses neither Persian with Arabic nor Ukrainian with Russian', () => {
    expect(
      detectLanguage(
        'این کتاب را که می‌خوانید گروهی از پژوهشگران نوشته‌اند و چند بار چاپ شده است. '.repeat(5),
      ),
    ).toBeNull();
    expect(
      detectLanguage(
        'Ця книга була написана її автором у місті, де він жив і працював усе життя. '.repeat(5),
      ),
    ).toBeNull();
  });

  it('returns null for a mixture of languages', () => {
    expect(detectLanguage(prose('en') + prose('ru') + prose('zh'))).toBeNull();
  });
});
