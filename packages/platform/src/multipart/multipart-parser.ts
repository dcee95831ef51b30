import { Busboy, type BusboyConfig } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../app-error.js';

/** Creates a multipart parser for this request. @throws COMMON.VALIDATION_FAILED if the content type has no boundary. */
export function multipartParser(
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
