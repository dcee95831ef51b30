import type { ServerResponse } from 'node:http';

/** A client that reads slower than this much is let go: it opens a new stream and fetches what it shows. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** One open stream of server-sent events (WHATWG HTML, 9.2). */
export class EventStream {
  private lastId = 0;

  constructor(private readonly response: ServerResponse) {}

  /** Sends headers and a first comment at once, so that the client knows that the line stands. */
  open(headers: Record<string, string>): void {
    this.response.writeHead(200, {
      ...headers,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    this.write('retry: 3000\n: ready\n\n');
  }

  /** Ids only grow and say nothing of what was missed: a client that comes back fetches what it shows. */
  send(event: string, data: unknown): void {
    this.lastId = Math.max(this.lastId + 1, Date.now());
    this.write(`id: ${this.lastId}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  beat(): void {
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
    if (this.response.writableLength > MAX_WAITING_BYTES) this.response.destroy();
  }
}
