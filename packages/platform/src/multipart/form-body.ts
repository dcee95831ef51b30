import type { ErrorCode } from '@hamkhan/contracts/errors';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../app-error.js';
import { multipartParser } from './multipart-parser.js';

const LIMITS = { fields: 60, fieldSize: 1024 * 1024, fieldNameSize: 100, files: 0, parts: 60 };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler reads the multipart stream itself (uploads). */
    streamBody?: boolean;
  }
}

/**
 * Parses form posts without files (calls are multipart unless a contract says otherwise, ACC-CONV-08) into a plain object of strings.
 * Routes with `streamBody` receive the unread stream.
 */
export function registerFormBodies(fastify: FastifyInstance): void {
  fastify.addContentTypeParser('multipart/form-data', (request, payload, done) => {
    if (request.routeOptions.config.streamBody) {
      done(null, payload);
      return;
    }
    const fields: Record<string, string> = {};
    const parser = multipartParser(request, LIMITS);
    let failed = false;
    const fail = (code: ErrorCode = 'COMMON.VALIDATION_FAILED'): void => {
      if (failed) return;
      failed = true;
      payload.unpipe(parser);
      payload.resume();
      done(new AppError(code));
    };
    parser.on(
      'field',
      (name: string, value: string, _isNameTruncated: boolean, isValueTruncated: boolean) => {
        if (isValueTruncated) fail('COMMON.PAYLOAD_TOO_LARGE');
        fields[name] = value;
      },
    );
    for (const event of ['filesLimit', 'fieldsLimit', 'partsLimit', 'error'] as const)
      parser.on(event, () => fail());
    parser.on('finish', () => {
      if (!failed) done(null, fields);
    });
    payload.pipe(parser);
  });
}
