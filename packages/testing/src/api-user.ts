import {
  LibraryListResponse,
  PagesResponse,
  UploadResponse,
  type LibraryItem,
  type ReaderPage,
} from '@hamkhan/contracts/http/documents';
import { EventStream } from './event-stream.js';
import { waitFor } from './wait-for.js';

const CALL_MS = 30_000;

export type Refusal = { status: number; code: string };

/** A user of the public API, with the CSRF cookie and the bearer token that a browser would send. */
export class ApiUser {
  private constructor(
    private readonly url: string,
    private readonly headers: Record<string, string>,
    /** The bearer token; empty for a guest. */
    readonly token: string,
  ) {}

  static guest(url: string): ApiUser {
    return new ApiUser(url, { 'accept-language': 'en' }, '');
  }

  /** @throws when name or password is wrong */
  static async signIn(url: string, username: string, password: string): Promise<ApiUser> {
    const cookies = (await fetch(`${url}/api/user/csrf/`)).headers.getSetCookie().join();
    const csrf = /csrftoken=([^;]+)/.exec(cookies)?.[1] ?? '';
    const headers = { 'x-csrftoken': csrf, cookie: `csrftoken=${csrf}`, 'accept-language': 'en' };
    const form = new FormData();
    form.set('username', username);
    form.set('password', password);
    const response = await fetch(`${url}/api/user/login/`, { method: 'POST', headers, body: form });
    if (!response.ok) throw new Error(`sign-in failed: ${response.status} ${await response.text()}`);
    const { token } = (await response.json()) as { token: string };
    return new ApiUser(url, { ...headers, authorization: `Bearer ${token}` }, token);
  }

  /** Uploads a file in English; returns the document, or status and code of the refusal. */
  async tryUpload(name: string, content: Buffer): Promise<UploadResponse | Refusal> {
    const form = new FormData();
    form.set('language', 'en');
    form.set('file', new Blob([new Uint8Array(content)]), name);
    const response = await this.call('document/upload/', { method: 'POST', body: form });
    const body: unknown = await response.json();
    if (response.ok) return UploadResponse.parse(body);
    return { status: response.status, code: (body as { code: string }).code };
  }

  /** Uploads a file and returns the document's id. @throws when it is refused */
  async upload(name: string, content: Buffer): Promise<string> {
    const result = await this.tryUpload(name, content);
    if (!('id' in result)) throw new Error(`${name} was refused: ${result.status} ${result.code}`);
    return result.id;
  }

  async item(documentId: string): Promise<LibraryItem> {
    const { documents } = LibraryListResponse.parse(
      await this.get('document/user/document/list/?per_page=100'),
    );
    const found = documents.find(({ id }) => id === documentId);
    if (!found) throw new Error(`document ${documentId} is not in the library`);
    return found;
  }

  /** The library's row of a document once it has one of these statuses. */
  waitForStatus(documentId: string, statuses: readonly string[], deadlineMs: number): Promise<LibraryItem> {
    return waitFor(
      `document ${documentId} to be ${statuses.join(' or ')}`,
      async () => {
        const item = await this.item(documentId);
        return statuses.includes(item.status) && item;
      },
      deadlineMs,
    );
  }

  /** Every page of a document of at most 100. */
  async pages(documentId: string): Promise<ReaderPage[]> {
    const { pages, pagination } = PagesResponse.parse(
      await this.get(`document/pages/${documentId}/?page=1&per_page=100`),
    );
    if (pages.length !== pagination.total_items) {
      throw new Error(`${pages.length} pages returned of ${pagination.total_items}`);
    }
    return pages;
  }

  /** Live updates of the user's documents. */
  streamEvents(): EventStream {
    return new EventStream((signal) => this.call('document/events/', { signal }));
  }

  /** @throws with status and body of a refusal */
  async get<T>(path: string): Promise<T> {
    return parse<T>(path, await this.call(path));
  }

  /** Posts a form. @throws with status and body of a refusal */
  async post<T>(path: string, fields: Record<string, string | Blob> = {}): Promise<T> {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    return parse<T>(path, await this.call(path, { method: 'POST', body }));
  }

  private call(path: string, init: RequestInit = {}): Promise<Response> {
    const signal = init.signal ?? AbortSignal.timeout(CALL_MS);
    return fetch(`${this.url}/api/${path}`, { ...init, signal, headers: this.headers });
  }
}

async function parse<T>(path: string, response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
