import type { IncomingMessage } from 'node:http';
import { finished, type Readable } from 'node:stream';
import type { ErrorCode } from '@hamkhan/contracts/errors';
import { AppError } from '@hamkhan/platform/app-error';
import { busboyFor } from '@hamkhan/platform/http/form-body';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';

const LIMITS = { fields: 20, fieldSize: 1_000, fieldNameSize: 100, files: 1, parts: 25, headerPairs: 50 };

/** The fields beside the file. */
export type FormRules<Schema extends z.ZodType> = {
  schema: Schema;
  names: readonly string[];
  /** How fields that don't fit are refused. */
  invalid: ErrorCode;
};

export type UploadForm<Fields> = {
  /** The first file of the form, as it comes in. Its `error` means that the form broke off. */
  file: Readable;
  fileName: string;
  /** The fields, once the whole form was read: they may come before or after the file. */
  fields: Promise<Fields>;
  /** Those that came before the file, as they came. */
  early: Readonly<Record<string, string>>;
};

/**
 * Reads a multipart form with one file; resolves when the file begins.
 * @throws COMMON.VALIDATION_FAILED where there is no file, the error of the rules for fields that don't fit, DOCUMENTS.UPLOAD_INTERRUPTED where the
 * form breaks off.
 */
export function readUploadForm<Schema extends z.ZodType>(
  request: FastifyRequest,
  { schema, names, invalid }: FormRules<Schema>,
): Promise<UploadForm<z.infer<Schema>>> {
  type Fields = z.infer<Schema>;
  const parser = busboyFor(request, LIMITS);
  const body = request.raw;
  const given: Record<string, string> = {};
  return new Promise<UploadForm<Fields>>((resolve, reject) => {
    let file: Readable | undefined;
    let settle: { resolve: (fields: Fields) => void; reject: (error: unknown) => void } | undefined;
    const fail = (error: AppError): void => {
      body.unpipe(parser);
      body.resume();
      file?.destroy(error);
      settle?.reject(error);
      reject(error);
    };
    const interrupted = (cause: unknown): void =>
      fail(new AppError('DOCUMENTS.UPLOAD_INTERRUPTED', { cause }));

    parser.on('field', (name, value) => {
      if (names.includes(name)) given[name] = value;
    });
    parser.on('file', (_field, stream, fileName) => {
      const early = { ...given };
      if (!areFine(schema, early)) {
        stream.resume();
        return fail(new AppError(invalid));
      }
      file = stream;
      const fields = new Promise<Fields>((done, failed) => {
        settle = { resolve: done, reject: failed };
      });
      fields.catch(() => undefined);
      resolve({ file: stream, fileName: fileName ?? '', fields, early });
    });
    parser.on('finish', () => {
      const fields = schema.safeParse(given);
      if (!file) return fail(noFile());
      if (!fields.success) return fail(new AppError(invalid));
      settle?.resolve(fields.data);
    });
    parser.on('error', interrupted);
    finished(body, { writable: false }, (error) => {
      if (error) interrupted(error);
    });
    body.pipe(parser);
  });
}

/** Whether the fields that have come fit; others may come after the file. */
const areFine = (schema: z.ZodType, early: Record<string, string>): boolean => {
  const { error } = schema.safeParse(early);
  return !error || error.issues.every(({ path }) => path.length === 1 && !(String(path[0]) in early));
};

const noFile = (): AppError =>
  new AppError('COMMON.VALIDATION_FAILED', { details: { fields: { file: ['required'] } } });

/** Lets the rest of a refused upload run into the void, up to a limit, so that the client gets to read the answer. */
export function drain(body: IncomingMessage, maxBytes: number): void {
  let left = maxBytes;
  body.unpipe();
  body.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) body.destroy();
  });
  body.resume();
}
