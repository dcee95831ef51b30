import { describe, expect, it } from '@jest/globals';
import { SOURCE_LANGUAGES } from '@hamkhan/contracts/languages';
import { knownText } from '@hamkhan/testing/fixtures/fixture-text';
import { languageOf } from './source-language.domain.js';

const prose = (language: (typeof SOURCE_LANGUAGES)[number]) => knownText(language).paragraphs.join('\n');

describe('languageOf', () => {
  it.each([...SOURCE_LANGUAGES])('knows %s by a few paragraphs', (language) => {
    expect(languageOf(prose(language).repeat(2))).toBe(language);
  });

  it('does not guess from a title, a table of numbers or names', () => {
    expect(languageOf('The Origin of Species')).toBeNull();
    expect(languageOf('Müller Schmidt Fischer Weber Wagner Becker Hoffmann '.repeat(10))).toBeNull();
    expect(languageOf('12.5 17 % 0.04 '.repeat(100))).toBeNull();
  });

  it('takes neither Persian for Arabic nor Ukrainian for Russian', () => {
    expect(
      languageOf('این کتاب را که می‌خوانید گروهی از پژوهشگران نوشته‌اند و چند بار چاپ شده است. '.repeat(5)),
    ).toBeNull();
    expect(
      languageOf('Ця книга була написана її автором у місті, де він жив і працював усе життя. '.repeat(5)),
    ).toBeNull();
  });

  it('says nothing of a page that is half one and half another', () => {
    expect(languageOf(prose('en') + prose('ru') + prose('zh'))).toBeNull();
  });
});
