import type { FastifyRequest } from 'fastify';

/** Whether the client has these bytes, by weak comparison (RFC 9110, 13.1.2). */
export function isNotModified(request: FastifyRequest, tag: string): boolean {
  const given = request.headers['if-none-match'];
  if (given === undefined) return false;
  return given.split(',').some((entry) => {
    const etag = entry.trim();
    return etag === '*' || etag === `"${tag}"` || etag === `W/"${tag}"`;
  });
}
