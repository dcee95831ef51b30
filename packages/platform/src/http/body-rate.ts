import type { IncomingMessage } from 'node:http';

export type BodyRate = {
  /** Slowest rate at which a client may send, as an average over a window. */
  bytesPerSecond: number;
  windowMs: number;
};

/**
 * Watches how fast the body of a request arrives and calls `onTooSlow` once when a window brings too little. The first window is a
 * grace time, and a window in which data waits for us to read it is not held against the client.
 */
export function watchBodyRate(request: IncomingMessage, rate: BodyRate, onTooSlow: () => void): void {
  const { socket } = request;
  const least = (rate.bytesPerSecond * rate.windowMs) / 1_000;
  let before: number | null = null;
  const timer = setInterval(() => {
    if (request.complete || socket.destroyed) {
      clearInterval(timer);
      return;
    }
    const isTooSlow = before !== null && request.readableLength === 0 && socket.bytesRead - before < least;
    before = socket.bytesRead;
    if (!isTooSlow) return;
    clearInterval(timer);
    onTooSlow();
  }, rate.windowMs);
  timer.unref();
  request.once('close', () => clearInterval(timer));
}
