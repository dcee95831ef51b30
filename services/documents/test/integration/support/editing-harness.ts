import type { ContentItem } from '@hamkhan/contracts/content';
import { ReaderPage, PagesResponse } from '@hamkhan/contracts/http/documents';
import type { EditType } from '@hamkhan/contracts/http/editing';
import { KafkaProbe } from '@hamkhan/testing/kafka-probe';
import { startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TestStack, type TestEnv } from '@hamkhan/testing/test-stack';
import { waitFor } from '@hamkhan/testing/wait-for';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { documentsService } from '../../../src/service-options.js';
import { LibraryBuilder, type Caller, type Uploaded } from './library-builder.js';

export const OWNER = { userId: 'owner' };
export const OTHER = { userId: 'other' };
export const STAFF = { userId: 'staff', isStaff: true };
export const SUPERUSER = { userId: 'super', isSuperuser: true };

export type Refusal = { status: string; error: string; code: string } & Record<string, unknown>;
export type ApiResponse<T> = { status: number; body: T };

const FIELDS = {
  content: 'content',
  translation_1: 'translated_content',
  translation_2: 'translated_content_level2',
} as const;

export const line = (id: string, content: string): ContentItem => ({ id, type: 'text', content });
export const items = (page: ReaderPage, type: EditType): ContentItem[] => page[FIELDS[type]]?.items ?? [];
/** Ids and texts of the items of a page text, for comparison. */
export const shown = (page: ReaderPage, type: EditType): string =>
  items(page, type)
    .map(({ id, content }) => `${id}=${content}`)
    .join('|');

/** A documents service with its own stack, for tests of page editing. */
export class EditingHarness {
  private constructor(
    readonly stack: TestStack,
    readonly service: TestService,
    readonly probe: KafkaProbe,
    readonly library: LibraryBuilder,
  ) {}

  static async open(env: TestEnv = {}): Promise<EditingHarness> {
    const stack = await TestStack.create();
    const service = await startTestService(stack, documentsService, env);
    const probe = new KafkaProbe(stack);
    return new EditingHarness(stack, service, probe, new LibraryBuilder(service, probe));
  }

  async close(): Promise<void> {
    await this.probe.close();
    await this.service.stop();
    await this.stack.drop();
  }

  get database(): Connection {
    return this.service.app.get<Connection>(getConnectionToken());
  }

  /** Creates a translated document of the owner. @param facts fields to set, for instance to make it public or paid */
  async document(
    pages: number,
    itemsOf: (page: number) => ContentItem[],
    facts: Record<string, unknown> = {},
  ): Promise<Uploaded> {
    const document = await this.library.translated(OWNER.userId, pages, itemsOf);
    if (Object.keys(facts).length > 0) {
      await this.database
        .collection<{ _id: string }>('documents')
        .updateOne({ _id: document.id }, { $set: facts });
    }
    return document;
  }

  async page(document: Uploaded, number = 0, caller: Caller = OWNER): Promise<ReaderPage> {
    const response = await this.library.json(
      `document/pages/${document.key}/?page=${number + 1}&per_page=1`,
      caller,
    );
    const [page] = PagesResponse.parse(response).pages;
    if (!page) throw new Error(`no page ${number}`);
    return page;
  }

  /** Waits until a page fulfils a condition. */
  pageWhen(document: Uploaded, matches: (page: ReaderPage) => boolean, number = 0): Promise<ReaderPage> {
    return waitFor('the expected page', async () => {
      const page = await this.page(document, number);
      return matches(page) && page;
    });
  }

  async get<T = Refusal>(path: string, caller: Caller): Promise<ApiResponse<T>> {
    const response = await this.library.call(`document/${path}`, caller, {
      headers: { 'accept-language': 'en' },
    });
    return { status: response.status, body: (await response.json()) as T };
  }

  async post<T = Refusal>(
    path: string,
    caller: Caller,
    fields: Record<string, string | Blob | undefined> = {},
  ): Promise<ApiResponse<T>> {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) {
      if (value !== undefined) body.append(name, value);
    }
    const init = { method: 'POST', body, headers: { 'accept-language': 'en' } };
    const response = await this.library.call(`document/${path}`, caller, init);
    return { status: response.status, body: (await response.json()) as T };
  }
}
