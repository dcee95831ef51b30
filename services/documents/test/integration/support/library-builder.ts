import { randomBytes } from 'node:crypto';
import type { ContentItem } from '@hamkhan/contracts/content';
import type { EventEnvelope } from '@hamkhan/contracts/events/envelope';
import type { EventType } from '@hamkhan/contracts/events/registry';
import { LibraryListResponse, UploadResponse, type LibraryItem } from '@hamkhan/contracts/http/documents';
import type { Identity } from '@hamkhan/contracts/identity';
import type { KafkaProbe } from '@hamkhan/testing/kafka-probe';
import { identityHeader, type TestService } from '@hamkhan/testing/service-harness';
import { waitFor } from '@hamkhan/testing/wait-for';

export type Caller = (Partial<Identity> & { userId: string }) | null;
export type Uploaded = { id: string; key: string };
export type AnyEvent = EventEnvelope & { type: EventType };

/** Calls a documents service as its users, and publishes events as the pipeline. */
export class LibraryBuilder {
  constructor(
    private readonly service: TestService,
    private readonly probe: KafkaProbe,
  ) {}

  call(path: string, caller: Caller, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.service.url}/api/${path}`, {
      ...init,
      headers: { ...(caller ? identityHeader(caller) : {}), ...(init.headers as Record<string, string>) },
    });
  }

  async json<T>(path: string, caller: Caller, init: RequestInit = {}): Promise<T> {
    const response = await this.call(path, caller, init);
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  async upload(ownerId: string, fileName = 'a.pdf'): Promise<Uploaded> {
    const form = new FormData();
    form.append('language', 'en');
    form.append('file', new Blob([`%PDF-1.7 ${randomBytes(20).toString('hex')}`]), fileName);
    const response = await this.json('document/upload/', { userId: ownerId }, { method: 'POST', body: form });
    return UploadResponse.parse(response);
  }

  async list(userId: string, query = '', language = 'en'): Promise<LibraryListResponse> {
    const headers = { 'accept-language': language };
    return LibraryListResponse.parse(
      await this.json(`document/user/document/list/${query}`, { userId }, { headers }),
    );
  }

  async item(userId: string, id: string, language = 'en'): Promise<LibraryItem> {
    const { documents } = await this.list(userId, '?per_page=100', language);
    const found = documents.find((document) => document.id === id);
    if (!found) throw new Error(`no document ${id} in the library of ${userId}`);
    return found;
  }

  /** Waits until a document in the library has these fields. */
  settled(userId: string, id: string, expected: Partial<LibraryItem>): Promise<LibraryItem> {
    return waitFor(`document ${id} with ${JSON.stringify(expected)}`, async () => {
      const item = await this.item(userId, id);
      const isSettled = Object.entries(expected).every(
        ([name, value]) => item[name as keyof LibraryItem] === value,
      );
      return isSettled && item;
    });
  }

  inspected(documentId: string, totalPages: number, title: string | null = 'A title', version = 1): AnyEvent {
    const data = { documentId, totalPages, title, authors: ['An Author', 'Another'], year: 1905 };
    return this.probe.event('pipeline.document.inspected', data, version);
  }

  /** The events of a page that is converted and translated successfully. */
  pageEvents(documentId: string, pageNumber: number, items = [text(`page ${pageNumber}`)]): AnyEvent[] {
    const at = { documentId, pageNumber };
    const content = { items, page_info: { page_type: 'text' as const } };
    const level = (n: 1 | 2) => ({
      items: items.map((item) => ({ ...item, content: `سطح ${n}: ${item.content}` })),
    });
    return [
      this.probe.event('pipeline.page.started', at, 1),
      this.probe.event('pipeline.page.converted', { ...at, content }, 2),
      this.probe.event('pipeline.page.translation-started', { ...at, level: 1 }, 3),
      this.probe.event('pipeline.page.translated', { ...at, level: 1, content: level(1) }, 4),
      this.probe.event('pipeline.page.translated', { ...at, level: 2, content: level(2) }, 5),
    ];
  }

  /** Creates a document of `totalPages` translated pages. */
  async translated(
    ownerId: string,
    totalPages: number,
    items?: (page: number) => ContentItem[],
  ): Promise<Uploaded> {
    const document = await this.upload(ownerId);
    await this.probe.publish(this.inspected(document.id, totalPages));
    for (let page = 0; page < totalPages; page += 1) {
      await this.probe.publish(...this.pageEvents(document.id, page, items?.(page)));
    }
    await this.settled(ownerId, document.id, { status: 'translated' });
    return document;
  }
}

export const text = (content: string): ContentItem => ({ id: `t-${content.length}`, type: 'text', content });
