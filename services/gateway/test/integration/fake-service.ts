import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Seen = { method: string; url: string; headers: IncomingMessage['headers'] };
export type Respond = (request: IncomingMessage, response: ServerResponse) => void;

/** A service behind the gateway with programmable responses; it records its requests. */
export class FakeService {
  readonly seen: Seen[] = [];
  respond: Respond = (_request, response) => void response.end('{}');

  private constructor(private readonly server: ReturnType<typeof createServer>) {}

  static async start(): Promise<FakeService> {
    const server = createServer();
    const service = new FakeService(server);
    server.on('request', (incoming: IncomingMessage, response: ServerResponse) => {
      service.seen.push({
        method: incoming.method ?? '',
        url: incoming.url ?? '',
        headers: incoming.headers,
      });
      service.respond(incoming, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  reset(): void {
    this.seen.length = 0;
    this.respond = (_request, response) => void response.end('{}');
  }

  /** Refuses connections while `act` runs. */
  async unreachable<T>(act: () => Promise<T>): Promise<T> {
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

export type RawResponse = { status: number; headers: IncomingMessage['headers']; body: string };

/** Sends path, headers and body unchanged; fetch would normalise them. */
export function rawRequest(
  origin: string,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<RawResponse> {
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
