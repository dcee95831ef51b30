import { describe, expect, it } from '@jest/globals';
import { FIELD_ERRORS, fieldErrorText } from './field-errors.js';

describe('fieldErrorText', () => {
  it('puts parameters in, in the digits of the language', () => {
    const error = { code: 'PASSWORD_SHORT', params: { min: 6 } } as const;
    expect(fieldErrorText(error, 'en')).toBe('Fields must be at least 6');
    expect(fieldErrorText(error, 'fa')).toBe('گذرواژه باید دست‌کم ۶ نویسه باشد.');
  });

  it('has the same parameters in both languages', () => {
    const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    for (const { fa, en } of Object.values(FIELD_ERRORS)) expect(names(fa)).toEqual(names(en));
  });
});
