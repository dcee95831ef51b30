import { connect, type Socket } from 'node:net';
import { waitFor } from '@hamkhan/testing/wait-for';

/** A connection on which a test writes HTTP/1.1 byte by byte. */
export class RawConnection {
  private text = '';

  private constructor(private readonly socket: Socket) {
    socket.setEncoding('latin1').on('data', (piece: string) => (this.text += piece));
    // A refused client may be reset.
    socket.on('error', () => undefined);
  }

  static open(origin: string): Promise<RawConnection> {
    const { hostname, port } = new URL(origin);
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname);
      socket.once('error', reject).once('connect', () => resolve(new RawConnection(socket)));
    });
  }

  get isClosed(): boolean {
    return this.socket.destroyed;
  }

  /** The statuses of the responses so far. */
  get statuses(): number[] {
    return [...this.text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  }

  send(...pieces: (string | Buffer)[]): void {
    for (const piece of pieces) this.socket.write(piece);
  }

  /** Waits for a response and returns its status. */
  status(): Promise<number> {
    return waitFor('a response', () => this.statuses[0] ?? null);
  }

  /** Whether the connection is usable or closed: `closed`, or the status of another request on it. Fails when it hangs. */
  async next(path: string, deadlineMs: number): Promise<number | 'closed'> {
    const before = this.statuses.length;
    this.send(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    return waitFor(
      'the next response or the end of the connection',
      () => this.statuses[before] ?? (this.isClosed && 'closed'),
      deadlineMs,
    );
  }

  close(): void {
    this.socket.destroy();
  }
}
