import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { byteRange, type ByteRange } from './byte-range.domain.js';

/** What is sent: its size in bytes, and how to read a part of it. */
type Sent = { size: number; mediaType: string; read: (part: ByteRange) => Promise<Readable> };

/** Sends as much as the player asks for, or all of it (RFC 9110, 14). */
export async function sendPart(
  request: FastifyRequest,
  reply: FastifyReply,
  { size, mediaType, read }: Sent,
): Promise<FastifyReply> {
  const range = byteRange(request.headers.range, size);
  if (range === 'unsatisfiable') return reply.status(416).header('content-range', `bytes */${size}`).send();
  if (range) reply.status(206).header('content-range', `bytes ${range.first}-${range.last}/${size}`);
  const { first, last } = range ?? { first: 0, last: size - 1 };
  reply.type(mediaType).header('content-length', last - first + 1);
  return reply.send(await read({ first, last }));
}
