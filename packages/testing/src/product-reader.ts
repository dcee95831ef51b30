import {
  LibraryListResponse,
  PagesResponse,
  UploadResponse,
  type LibraryItem,
  type ReaderPage,
} from '@hamkhan/contracts/http/documents';
import { waitFor } from './wait-for.js';

const CALL_MS = 30_000;
const RECONNECT_MS = 100;

export type Refusal = { status: number; code: string };
export type LiveEvent = { event: string; data: unknown };

/** A person at the public API: the calls that a browser would make, with cookie, token and all. */
export class ProductReader {
  private constructor(
    private readonly url: string,
    private readonly headers: Record<string, string>,
  ) {}

  /** @throws where name or password is wrong */
  static async signIn(url: string, username: string, password: string): Promise<ProductReader> {
    const cookies = (await fetch(`${url}/api/user/csrf/`)).headers.getSetCookie().join();
    const csrf = /csrftoken=([^;]+)/.exec(cookies)?.[1] ?? '';
    const headers = { 'x-csrftoken': csrf, cookie: `csrftoken=${csrf}`, 'accept-language': 'en' };
    const form = new FormData();
    form.set('username', username);
    form.set('password', password);
    const response = await fetch(`${url}/api/user/login/`, { method: 'POST', headers, body: form });
    if (!response.ok) throw new Error(`no sign-in: ${response.status} ${await response.text()}`);
    const { token } = (await response.json()) as { token: string };
    return new ProductReader(url, { ...headers, authorization: `Bearer ${token}` });
  }

  /** Uploads a file in English; answers the document, or how it was refused. */
  async offer(name: string, content: Buffer): Promise<UploadResponse | Refusal> {
    const form = new FormData();
    form.set('language', 'en');
    form.set('file', new Blob([new Uint8Array(content)]), name);
    const response = await this.call('document/upload/', { method: 'POST', body: form });
    const body: unknown = await response.json();
    if (response.ok) return UploadResponse.parse(body);
    return { status: response.status, code: (body as { code: string }).code };
  }

  /** Uploads a file that is taken; answers the document's id. */
  async upload(name: string, content: Buffer): Promise<string> {
    const answer = await this.offer(name, content);
    if (!('id' in answer)) throw new Error(`${name} was refused: ${answer.status} ${answer.code}`);
    return answer.id;
  }

  async item(documentId: string): Promise<LibraryItem> {
    const { documents } = LibraryListResponse.parse(
      await this.json('document/user/document/list/?per_page=100'),
    );
    const found = documents.find(({ id }) => id === documentId);
    if (!found) throw new Error(`document ${documentId} is not in the library`);
    return found;
  }

  /** The library's row once the document has one of these statuses. */
  settled(documentId: string, statuses: readonly string[], deadlineMs: number): Promise<LibraryItem> {
    return waitFor(
      `document ${documentId} to be ${statuses.join(' or ')}`,
      async () => {
        const item = await this.item(documentId);
        return statuses.includes(item.status) && item;
      },
      deadlineMs,
    );
  }

  /** Every page, as the reader gets them. */
  async pages(documentId: string): Promise<ReaderPage[]> {
    const { pages, pagination } = PagesResponse.parse(
      await this.json(`document/pages/${documentId}/?page=1&per_page=100`),
    );
    if (pages.length !== pagination.total_items) {
      throw new Error(`${pages.length} pages came of ${pagination.total_items}`);
    }
    return pages;
  }

  /** Listens to the changes of the caller's documents as a browser does: a line that ends is opened again. */
  listen(): LiveLine {
    return new LiveLine((signal) => this.call('document/events/', { signal }));
  }

  private async json(path: string): Promise<unknown> {
    const response = await this.call(path);
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  }

  private call(path: string, init: RequestInit = {}): Promise<Response> {
    const signal = init.signal ?? AbortSignal.timeout(CALL_MS);
    return fetch(`${this.url}/api/${path}`, { ...init, signal, headers: this.headers });
  }
}

/** Server-sent events as they come, over as many connections as it takes. */
export class LiveLine {
  readonly events: LiveEvent[] = [];
  /** Connections that were opened. */
  opened = 0;
  private readonly closing = new AbortController();
  private readonly loop: Promise<void>;

  constructor(private readonly connect: (signal: AbortSignal) => Promise<Response>) {
    this.loop = this.run();
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.loop;
  }

  private async run(): Promise<void> {
    const { signal } = this.closing;
    while (!signal.aborted) {
      await this.read(await this.connect(signal).catch(() => null));
      if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
    }
  }

  private async read(response: Response | null): Promise<void> {
    if (!response?.ok || !response.body) return void (await response?.body?.cancel());
    this.opened += 1;
    let text = '';
    try {
      for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
        const blocks = (text + chunk).split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) this.take(block);
      }
    } catch {
      // The line broke: the loop opens another.
    }
  }

  private take(block: string): void {
    const event = /^event: (.*)$/m.exec(block)?.[1];
    const data = /^data: (.*)$/m.exec(block)?.[1];
    if (event && data) this.events.push({ event, data: JSON.parse(data) });
  }
}
