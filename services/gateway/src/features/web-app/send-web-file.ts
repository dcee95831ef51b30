import type { FastifyReply, FastifyRequest } from 'fastify';
import { webSecurityHeaders } from './security-headers.domain.js';
import type { WebFile } from './web-files.js';
import { encodingFor, isFresh } from './web-request.domain.js';

const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Sends the variant of a file that the client accepts, or 304. Returns false when no variant fits. */
export function sendWebFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: WebFile,
  https: boolean,
): boolean {
  const { 'accept-encoding': acceptEncoding, 'if-none-match': ifNoneMatch } = request.headers;
  const encoding = encodingFor(acceptEncoding, (one) => file.variants.has(one));
  const variant = file.variants.get(encoding);
  if (!variant) return false;
  void reply.headers({
    ...webSecurityHeaders(https),
    'cache-control': file.isImmutable ? IMMUTABLE : 'no-cache',
    etag: variant.etag,
    vary: 'accept-encoding',
  });
  if (isFresh(ifNoneMatch, variant.etag)) {
    void reply.code(304).send();
    return true;
  }
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  void reply.header('content-type', file.type).send(variant.bytes);
  return true;
}
