import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { AppError } from '../app-error.js';
import { errorBody } from './error-filter.js';
import { parseInput } from './parse-input.js';

const Form = z.strictObject({
  name: z.string().trim().min(1).max(5),
  password: z.string().min(6, 'PASSWORD_SHORT'),
  language: z.enum(['fa', 'en']),
  page: z.coerce.number().int().min(1).max(9),
});

const errorsOf = (value: unknown, language: 'fa' | 'en') => {
  try {
    parseInput(Form, value);
  } catch (error) {
    if (error instanceof AppError) return errorBody(error, 'form', language);
  }
  throw new Error('the input was accepted');
};

describe('parseInput', () => {
  it('returns the parsed input', () => {
    const value = { name: ' a ', password: '123456', language: 'fa', page: '2' };
    expect(parseInput(Form, value)).toEqual({ ...value, name: 'a', page: 2 });
  });

  it('reports errors by field, with the codes of the schema', () => {
    expect(errorsOf({ name: 'abcdef', password: '12345', language: 'de', page: 10 }, 'en')).toEqual({
      code: 'COMMON.VALIDATION_FAILED',
      name: ['at most 5 characters'],
      password: ['Fields must be at least 6'],
      language: ['choose one of the options'],
      page: ['must be at most 9'],
    });
  });

  it('reports errors in Persian with Persian digits', () => {
    expect(errorsOf({ name: ' ', password: '1', language: 'fa', page: 0 }, 'fa')).toEqual({
      code: 'COMMON.VALIDATION_FAILED',
      name: ['این بخش را پر کنید.'],
      password: ['گذرواژه باید دست‌کم ۶ نویسه باشد.'],
      page: ['مقدار باید دست‌کم ۱ باشد.'],
    });
  });

  it('reports missing and unknown fields', () => {
    expect(errorsOf({ other: 1 }, 'en')).toEqual({
      code: 'COMMON.VALIDATION_FAILED',
      name: ['This Field is Required'],
      password: ['This Field is Required'],
      language: ['This Field is Required'],
      page: ['This Field is Required'],
      non_field_errors: ['unknown fields: other'],
    });
  });

  it.each([null, undefined, 'text', 3, []])('rejects %j in place of a form', (value) => {
    expect(() => parseInput(Form, value)).toThrow(AppError);
  });
});
