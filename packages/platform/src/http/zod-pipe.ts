import type { PipeTransform } from '@nestjs/common';
import type { z } from 'zod';
import { AppError } from '../app-error.js';

/** Checks a body or query against its contract: `@Body(new ZodPipe(LoginRequest))`. @throws COMMON.VALIDATION_FAILED with fields. */
export class ZodPipe<Schema extends z.ZodType> implements PipeTransform<unknown, z.infer<Schema>> {
  constructor(private readonly schema: Schema) {}

  transform(value: unknown): z.infer<Schema> {
    const parsed = this.schema.safeParse(value ?? {});
    if (parsed.success) return parsed.data;
    const fields: Record<string, string[]> = {};
    for (const issue of parsed.error.issues) {
      const name = issue.path.join('.') || 'non_field_errors';
      (fields[name] ??= []).push(issue.message);
    }
    throw new AppError('COMMON.VALIDATION_FAILED', { details: { fields } });
  }
}
