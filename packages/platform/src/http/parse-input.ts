import { isFieldErrorCode, type FieldError } from '@hamkhan/contracts/field-errors';
import type { z } from 'zod';
import { AppError } from '../app-error.js';

/**
 * Validates a body, a query or path parameters.
 * @throws COMMON.VALIDATION_FAILED with `FIELD_ERRORS` codes by field; the error filter translates them.
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const given = value ?? {};
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new AppError('COMMON.VALIDATION_FAILED', {
    details: { fields: fieldsOf(parsed.error.issues, given) },
  });
}

/** Converts zod issues to field errors, without duplicates. */
export function fieldsOf(issues: readonly z.core.$ZodIssue[], given: unknown): Record<string, FieldError[]> {
  const fields: Record<string, FieldError[]> = {};
  for (const issue of issues) {
    const name = issue.path.join('.') || 'non_field_errors';
    const error = fieldErrorOf(issue, given);
    const known = (fields[name] ??= []);
    if (!known.some(({ code }) => code === error.code)) known.push(error);
  }
  return fields;
}

function fieldErrorOf(issue: z.core.$ZodIssue, given: unknown): FieldError {
  const params = paramsOf(issue);
  if (isFieldErrorCode(issue.message)) return { code: issue.message, params };
  const value = valueAt(given, issue.path);
  if (issue.path.length > 0 && (value === undefined || value === '')) return { code: 'REQUIRED' };
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'string' && Number(issue.minimum) <= 1) return { code: 'REQUIRED' };
      return { code: issue.origin === 'string' ? 'MIN_LENGTH' : 'MIN_VALUE', params };
    case 'too_big':
      return { code: issue.origin === 'string' ? 'MAX_LENGTH' : 'MAX_VALUE', params };
    case 'invalid_value':
      return { code: 'NOT_A_CHOICE' };
    case 'unrecognized_keys':
      return { code: 'UNKNOWN_FIELDS', params };
    default:
      return { code: 'INVALID' };
  }
}

function paramsOf(issue: z.core.$ZodIssue): FieldError['params'] {
  switch (issue.code) {
    case 'too_small':
      return { min: Number(issue.minimum) };
    case 'too_big':
      return { max: Number(issue.maximum) };
    case 'unrecognized_keys':
      return { names: issue.keys.map((key) => key.slice(0, 100)).join(', ') };
    default:
      return undefined;
  }
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? (inner as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );
}
