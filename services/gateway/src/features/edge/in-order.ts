import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that may wait for an earlier response. Browsers send none (RFC 9112 §9.3.2). */
const MAX_PIPELINED = 16;

const waitingOn = new WeakMap<Socket, number>();

/**
 * Calls `proceed` when the response can be sent. A pipelined request waits for the responses before it: Node.js would start all at
 * once, keep their responses in memory, and not report when the client of a waiting one leaves. Too many close the connection.
 */
export function inOrder({ socket }: IncomingMessage, response: ServerResponse, proceed: () => void): void {
  if (response.socket) {
    proceed();
    return;
  }
  const waiting = (waitingOn.get(socket) ?? 0) + 1;
  if (waiting > MAX_PIPELINED) {
    socket.destroy();
    return;
  }
  waitingOn.set(socket, waiting);
  const start = (): void => {
    waitingOn.set(socket, (waitingOn.get(socket) ?? 1) - 1);
    proceed();
  };
  // The event belongs to the context of the request before; this one has its own.
  response.once('socket', AsyncResource.bind(start));
}
