import { finished } from 'node:stream';
import { MAX_AVATAR_BYTES } from '@hamkhan/contracts/http/auth';
import { AppError } from '@hamkhan/platform/app-error';
import { busboyFor } from '@hamkhan/platform/http/form-body';
import { fieldError } from '@hamkhan/platform/http/field-error';
import type { FastifyRequest } from 'fastify';

const FIELD = 'avatar';
const LIMITS = {
  fields: 5,
  fieldSize: 1_000,
  fieldNameSize: 100,
  files: 1,
  fileSize: MAX_AVATAR_BYTES,
  parts: 8,
  headerPairs: 50,
};
const MIB = 1024 * 1024;

/**
 * Reads the one file of a multipart form, never more than a picture may have. The rest of what is too large runs into the void, so
 * that its sender gets to read the answer; the gateway bounds how much that is.
 * @throws a field error of `avatar`: missing, too large; COMMON.VALIDATION_FAILED where the form breaks off.
 */
export function readAvatarForm(request: FastifyRequest): Promise<Buffer> {
  const parser = busboyFor(request, LIMITS);
  const body = request.raw;
  return new Promise<Buffer>((resolve, reject) => {
    let file: Buffer[] | null = null;
    let isTooLarge = false;
    const fail = (error: AppError): void => {
      body.unpipe(parser);
      body.resume();
      reject(error);
    };
    const broken = (cause?: unknown): void => fail(new AppError('COMMON.VALIDATION_FAILED', { cause }));
    parser.on('file', (name, stream) => {
      const chunks: Buffer[] = [];
      if (name === FIELD) file = chunks;
      stream.on('limit', () => {
        isTooLarge = true;
        chunks.length = 0;
      });
      stream.on('data', (chunk: Buffer) => {
        if (name === FIELD && !isTooLarge) chunks.push(chunk);
      });
      stream.on('error', broken);
    });
    parser.on('error', broken);
    parser.on('partsLimit', () => broken());
    parser.on('finish', () => {
      if (isTooLarge)
        fail(fieldError(FIELD, 'AVATAR_TOO_LARGE', { params: { max: MAX_AVATAR_BYTES / MIB } }));
      else if (file === null || file.length === 0) fail(fieldError(FIELD, 'REQUIRED'));
      else resolve(Buffer.concat(file));
    });
    finished(body, { writable: false }, (error) => {
      if (error) broken(error);
    });
    body.pipe(parser);
  });
}
