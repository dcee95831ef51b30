import { describe, expect, it } from '@jest/globals';
import type { TranslationProblem } from '@hamkhan/contracts/content';
import type { SourceLanguage } from '@hamkhan/contracts/languages';
import { confidenceOf, isBetter, problemsOf } from './quality.domain.js';

const long = 'The candle was lit, and the flame rose, and all who sat around it fell silent for a while. ';

describe('problemsOf', () => {
  const cases: [string, string, TranslationProblem[], SourceLanguage?][] = [
    ['The year 1860 was cold.', 'سال ۱۸۶۰ سرد بود.', []],
    ['The year 1860 was cold.', 'آن سال سرد بود.', ['numbers']],
    ['It has 2 parts.', 'دو بخش دارد.', []],
    ['About 1,234.5 metres', 'حدود ۱٬۲۳۴٫۵ متر', []],
    ['About 1 234 mètres', 'حدود ۱۲۳۴ متر', [], 'fr'],
    ['Let ⟦1⟧ be', 'بگذارید باشد', ['markers']],
    ['Hello', ' ', ['empty']],
    ['A sentence of words.', 'A sentence of words.', ['untranslated', 'wrong_script']],
    ['IBM Corporation', 'IBM Corporation', []],
    ['This is a longer sentence here.', 'Dies ist ein längerer Satz hier.', ['wrong_script']],
    [long, 'شمع روشن شد.', ['truncated']],
    [
      'A short and simple line.',
      'یک خط بسیار بسیار بلند که هیچ ربطی به متن ندارد و همین‌طور ادامه پیدا می‌کند و تمام نمی‌شود',
      ['too_long'],
    ],
    ['A fine day it was for all.', 'روز روز روز روز روز روز خوبی', ['repeated']],
    ['这是一个很长的句子，用来测试翻译的长度是否合理，应该没有问题。', 'این', ['truncated'], 'zh'],
    [
      'هذا كتاب جديد عن تاريخ العلوم في العالم',
      'هذا كتاب جديد عن تاريخ العلوم في العالم',
      ['untranslated'],
      'ar',
    ],
    ['هذا كتاب جديد عن تاريخ العلوم في العالم', 'این کتاب تازه‌ای دربارهٔ تاریخ علم در جهان است', [], 'ar'],
  ];
  it.each(cases)('%s → %s', (source, translation, problems, language = 'en') =>
    expect(problemsOf(source, translation, language)).toEqual(problems),
  );
});

it('ranks translations by confidence', () => {
  expect(confidenceOf([])).toBeUndefined();
  expect(confidenceOf(['numbers', 'truncated'])).toBe(0.4);
  expect(isBetter([], ['numbers'])).toBe(true);
  expect(isBetter(['markers'], ['numbers'])).toBe(false);
  expect(isBetter(['numbers'], ['numbers'])).toBe(true);
});
