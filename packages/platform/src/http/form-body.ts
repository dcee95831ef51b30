import type { ErrorCode } from '@hamkhan/contracts/errors';
import { Busboy, type BusboyConfig } from '@fastify/busboy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.js';

const LIMITS = { fields: 60, fieldSize: 1024 * 1024, fieldNameSize: 100, files: 0, parts: 60 };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler reads the multipart stream itself, as uploads do. */
    streamBody?: boolean;
  }
}

/**
 * Parses multipart forms, the default format of our POST requests (ACC-CONV-08), into an object of strings. Routes with
 * `streamBody` get the raw stream.
 */
export function registerFormBodies(fastify: FastifyInstance): void {
  fastify.addContentTypeParser('multipart/form-data', (request, payload, done) => {
    if (request.routeOptions.config.streamBody) {
      done(null, payload);
      return;
    }
    const fields: Record<string, string> = {};
    const parser = busboyFor(request, LIMITS);
    let failed = false;
    const fail = (code: ErrorCode = 'COMMON.VALIDATION_FAILED'): void => {
      if (failed) return;
      failed = true;
      payload.unpipe(parser);
      payload.resume();
      done(new AppError(code));
    };
    parser.on('field', (name: string, value: string, _isNameCut: boolean, isValueCut: boolean) => {
      if (isValueCut) fail('COMMON.PAYLOAD_TOO_LARGE');
      fields[name] = value;
    });
    for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit', 'error'] as const)
      parser.on(limit, () => fail());
    parser.on('finish', () => {
      if (!failed) done(null, fields);
    });
    payload.pipe(parser);
  });
}

/** Creates a multipart parser for a request. @throws COMMON.VALIDATION_FAILED when the content type has no boundary. */
export function busboyFor(
  request: FastifyRequest,
  limits: BusboyConfig['limits'],
): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
      limits,
    });
  } catch (cause) {
    throw new AppError('COMMON.VALIDATION_FAILED', { cause });
  }
}
