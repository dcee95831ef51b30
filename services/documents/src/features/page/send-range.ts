import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { byteRange, type ByteRange } from './byte-range.domain.js';

/** An object to send: its size in bytes, and how to read a range of it. */
type SentObject = { size: number; mediaType: string; read: (part: ByteRange) => Promise<Readable> };

/** Sends the requested range of an object, or all of it (RFC 9110, 14). */
export async function sendRange(
  request: FastifyRequest,
  reply: FastifyReply,
  { size, mediaType, read }: SentObject,
): Promise<FastifyReply> {
  const range = byteRange(request.headers.range, size);
  if (range === 'unsatisfiable') return reply.status(416).header('content-range', `bytes */${size}`).send();
  if (range) reply.status(206).header('content-range', `bytes ${range.first}-${range.last}/${size}`);
  const { first, last } = range ?? { first: 0, last: size - 1 };
  reply.type(mediaType).header('content-length', last - first + 1);
  return reply.send(await read({ first, last }));
}
