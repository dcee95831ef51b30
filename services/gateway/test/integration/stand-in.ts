import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Seen = { method: string; url: string; headers: IncomingMessage['headers'] };
export type Respond = (request: IncomingMessage, response: ServerResponse) => void;

/** A service behind the gateway that does what a test wants of it, and remembers who came. */
export class StandIn {
  readonly seen: Seen[] = [];
  respond: Respond = (_request, response) => void response.end('{}');

  private constructor(private readonly server: ReturnType<typeof createServer>) {}

  static async start(): Promise<StandIn> {
    const server = createServer();
    const standIn = new StandIn(server);
    server.on('request', (incoming: IncomingMessage, response: ServerResponse) => {
      standIn.seen.push({
        method: incoming.method ?? '',
        url: incoming.url ?? '',
        headers: incoming.headers,
      });
      standIn.respond(incoming, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return standIn;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  reset(): void {
    this.seen.length = 0;
    this.respond = (_request, response) => void response.end('{}');
  }

  /** Refuses connections while `act` runs. */
  async away<T>(act: () => Promise<T>): Promise<T> {
    const { port } = this.server.address() as AddressInfo;
    await this.stop();
    try {
      return await act();
    } finally {
      await new Promise<void>((resolve) => this.server.listen(port, '127.0.0.1', resolve));
    }
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

export type RawAnswer = { status: number; headers: IncomingMessage['headers']; body: string };

/** A request whose path, headers and body go out as they are: fetch would mend them. */
export function rawRequest(
  origin: string,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { hostname, port, path, method: options.method ?? 'GET', headers: options.headers ?? {}, agent: false },
      (incoming) => {
        let body = '';
        incoming.setEncoding('utf8').on('data', (piece: string) => (body += piece));
        incoming.on('end', () =>
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body }),
        );
        incoming.on('error', reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(options.body);
  });
}
