import type { IncomingMessage } from 'node:http';
import { finished, type Readable } from 'node:stream';
import { UploadFields } from '@hamkhan/contracts/http/documents';
import { AppError } from '@hamkhan/platform/app-error';
import { busboyFor } from '@hamkhan/platform/http/form-body';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';

const LIMITS = { fields: 20, fieldSize: 1_000, fieldNameSize: 100, files: 1, parts: 25, headerPairs: 50 };

type Fields = z.infer<typeof UploadFields>;

export type UploadForm = {
  /** The first file of the form, as it comes in. Its `error` means that the form broke off. */
  file: Readable;
  fileName: string;
  /** The fields, once the whole form was read: they may come before or after the file. */
  fields: Promise<Fields>;
};

/**
 * Reads a multipart form with one file; resolves when the file begins.
 * @throws COMMON.VALIDATION_FAILED where there is no file, DOCUMENTS.INVALID_LANGUAGE for a language we don't have,
 * DOCUMENTS.UPLOAD_INTERRUPTED where the form breaks off.
 */
export function readUploadForm(request: FastifyRequest): Promise<UploadForm> {
  const parser = busboyFor(request, LIMITS);
  const body = request.raw;
  const given: Record<string, string> = {};
  return new Promise<UploadForm>((resolve, reject) => {
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
      if (name === 'language') given[name] = value;
    });
    parser.on('file', (_field, stream, fileName) => {
      const language = UploadFields.safeParse(given);
      if (!language.success) {
        stream.resume();
        return fail(new AppError('DOCUMENTS.INVALID_LANGUAGE'));
      }
      file = stream;
      const fields = new Promise<Fields>((done, failed) => {
        settle = { resolve: done, reject: failed };
      });
      fields.catch(() => undefined);
      resolve({ file: stream, fileName: fileName ?? '', fields });
    });
    parser.on('finish', () => {
      const fields = UploadFields.safeParse(given);
      if (!file) return fail(noFile());
      if (!fields.success) return fail(new AppError('DOCUMENTS.INVALID_LANGUAGE'));
      settle?.resolve(fields.data);
    });
    parser.on('error', interrupted);
    finished(body, { writable: false }, (error) => {
      if (error) interrupted(error);
    });
    body.pipe(parser);
  });
}

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
