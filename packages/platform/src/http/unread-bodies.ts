import type { FastifyInstance } from 'fastify';
import { watchBodyRate, type BodyRate } from './body-rate.js';

/** A client that sends the rest of a refused body more slowly loses its connection. */
const RATE: BodyRate = { bytesPerSecond: 8 * 1024, windowMs: 15_000 };

/**
 * Reads and drops what is left of a body after its response, on every route. Without this the rest would stay in the connection and
 * block the next request on it: the gateway sends requests of many users through one connection.
 */
export function discardUnreadBodies(fastify: FastifyInstance): void {
  fastify.addHook('onResponse', (request, _reply, done) => {
    const { raw } = request;
    if (!raw.complete && !raw.destroyed) {
      raw.unpipe();
      raw.resume();
      watchBodyRate(raw, RATE, () => raw.destroy());
    }
    done();
  });
}
