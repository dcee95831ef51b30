import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Stands before a translator and lets everything through, but for requests with a certain text, which wait. */
export class TranslatorGate {
  private held: string | undefined;
  private readonly waiting: (() => void)[] = [];

  private constructor(
    private readonly target: string,
    private readonly server: Server,
  ) {}

  static async before(target: string): Promise<TranslatorGate> {
    const server = createServer();
    const gate = new TranslatorGate(target, server);
    server.on('request', (request, response) => {
      gate.pass(request, response).catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return gate;
  }

  get url(): string {
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}${new URL(this.target).pathname}`;
  }

  /** From now on requests with this text wait. */
  hold(words: string): void {
    this.held = words;
  }

  release(): void {
    this.held = undefined;
    for (const go of this.waiting.splice(0)) go();
  }

  async close(): Promise<void> {
    this.release();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    if (this.held !== undefined && body.includes(this.held))
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    const { method = 'GET', url = '/', headers } = request;
    const answer = await fetch(new URL(url, this.target), {
      method,
      headers: { 'content-type': 'application/json', authorization: headers.authorization ?? '' },
      ...(method === 'POST' ? { body } : {}),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(await answer.text());
  }
}
