import { finished, type Readable } from 'node:stream';
import type { ErrorCode } from '@hamkhan/contracts/errors';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../app-error.js';
import { multipartParser } from './multipart-parser.js';

const LIMITS = { fields: 20, fieldSize: 1_000, fieldNameSize: 100, files: 1, parts: 25, headerPairs: 50 };

export type FileFormRules<Fields extends z.ZodObject> = {
  /** The fields beside the file; others are ignored. */
  fields: Fields;
  /** Whether all fields must come before the file: for a file that is processed while it arrives. */
  fieldsFirst?: boolean;
  /** Name of the file field; by default any name is accepted. */
  fileField?: string;
  /** Error for fields that do not match `fields`. */
  invalidFields?: ErrorCode;
  /** Error for a request that ends before its form does. */
  interrupted?: ErrorCode;
  missingFile?: () => AppError;
};

export type FileForm<Fields> = {
  /** The file as it arrives. It emits `error` when the request breaks off. */
  file: Readable;
  fileName: string;
  /** All fields, once the whole form has been read: they may come before or after the file. */
  fields: Promise<Fields>;
  /** The raw fields that came before the file. */
  earlyFields: Readonly<Record<string, string>>;
};

/**
 * Reads a multipart form with one file; resolves when the file begins. Nothing is buffered: an unread file stops the request.
 * @throws the errors of the rules.
 */
export function openFileForm<Fields extends z.ZodObject>(
  request: FastifyRequest,
  rules: FileFormRules<Fields>,
): Promise<FileForm<z.infer<Fields>>> {
  const { fields: schema, fieldsFirst = false, fileField } = rules;
  const { invalidFields = 'COMMON.VALIDATION_FAILED' } = rules;
  const { interrupted = 'COMMON.VALIDATION_FAILED', missingFile = fileRequired } = rules;
  const parser = multipartParser(request, LIMITS);
  const body = request.raw;
  const given: Record<string, string> = {};
  return new Promise((resolve, reject) => {
    let file: Readable | undefined;
    const fields = Promise.withResolvers<z.infer<Fields>>();
    fields.promise.catch(() => undefined);
    const fail = (error: AppError): void => {
      body.unpipe(parser);
      body.resume();
      file?.destroy(error);
      fields.reject(error);
      reject(error);
    };
    const interrupt = (cause?: unknown): void => fail(new AppError(interrupted, { cause }));

    parser.on('field', (name, value) => {
      if (Object.hasOwn(schema.shape, name)) given[name] = value;
    });
    parser.on('file', (name, stream, fileName) => {
      // The parser may emit an error before the caller of this function has attached its own listener.
      stream.on('error', () => undefined);
      if (fileField !== undefined && name !== fileField) {
        stream.resume();
        return;
      }
      const early = schema.safeParse(given);
      if (fieldsFirst ? !early.success : hasInvalidField(early.error, given)) {
        stream.resume();
        fail(new AppError(invalidFields, { cause: early.error }));
        return;
      }
      if (fieldsFirst && early.success) fields.resolve(early.data);
      file = stream;
      resolve({ file: stream, fileName: fileName ?? '', fields: fields.promise, earlyFields: { ...given } });
    });
    parser.on('finish', () => {
      const parsed = schema.safeParse(given);
      if (!file) fail(missingFile());
      else if (!parsed.success) fail(new AppError(invalidFields));
      else fields.resolve(parsed.data);
    });
    parser.on('partsLimit', () => interrupt());
    parser.on('error', interrupt);
    finished(body, { writable: false }, (error) => {
      if (error) interrupt(error);
    });
    body.pipe(parser);
  });
}

export type SmallFileRules = Pick<FileFormRules<z.ZodObject>, 'fileField' | 'missingFile'> & {
  maxBytes: number;
  tooLarge: () => AppError;
};

/**
 * Reads the one file of a form into memory. The rest of a file that is too large is read and dropped, so that the client reads the
 * response; the gateway limits how much that is.
 * @throws the errors of the rules; COMMON.VALIDATION_FAILED if the form breaks off.
 */
export async function readSmallFile(request: FastifyRequest, rules: SmallFileRules): Promise<Buffer> {
  const { maxBytes, tooLarge, ...formRules } = rules;
  const form = await openFileForm(request, { ...formRules, fields: z.object({}) });
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of form.file as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
    else chunks = [];
  }
  await form.fields;
  if (size > maxBytes) throw tooLarge();
  return Buffer.concat(chunks);
}

/** Whether a field that has arrived is wrong; missing ones may still come after the file. */
function hasInvalidField(error: z.ZodError | undefined, given: Record<string, string>): boolean {
  return error?.issues.some(({ path }) => path.length !== 1 || String(path[0]) in given) ?? false;
}

const fileRequired = (): AppError =>
  new AppError('COMMON.VALIDATION_FAILED', { details: { fields: { file: ['required'] } } });
