import type { ServerResponse } from 'node:http';

/** A slow client with more unread bytes is disconnected; it reconnects and reloads what it shows. */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** One open stream of server-sent events (WHATWG HTML, 9.2). */
export class EventStream {
  private lastId = 0;

  constructor(private readonly response: ServerResponse) {}

  /** Sends headers and a comment at once, so that the client knows that the stream is open. */
  open(headers: Record<string, string>): void {
    this.response.writeHead(200, {
      ...headers,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    this.write('retry: 3000\n: ready\n\n');
  }

  /** Ids only increase and cannot be resumed from: a client that reconnects reloads what it shows. */
  send(event: string, data: unknown): void {
    this.lastId = Math.max(this.lastId + 1, Date.now());
    this.write(`id: ${this.lastId}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  heartbeat(): void {
    this.write(':\n\n');
  }

  end(): void {
    this.response.end();
  }

  onClose(listener: () => void): void {
    this.response.once('close', listener);
  }

  private write(text: string): void {
    if (this.response.writableEnded || this.response.destroyed) return;
    this.response.write(text);
    if (this.response.writableLength > MAX_UNREAD_BYTES) this.response.destroy();
  }
}
