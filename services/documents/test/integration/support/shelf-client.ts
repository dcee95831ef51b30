import { LibraryListResponse } from '@hamkhan/contracts/http/documents';
import { ShelfListResponse, ShelfResponse, type Shelf } from '@hamkhan/contracts/http/shelves';
import { identityHeader, type TestService } from '@hamkhan/testing/service-harness';
import request, { type Test } from 'supertest';
import type { Caller } from './library-builder.js';

export type Form = Record<string, string>;
/** The id of a user, an identity, or null for a guest. */
type Principal = string | Caller;

/** Calls the shelf routes of a documents service. */
export class ShelfClient {
  constructor(private readonly service: TestService) {}

  get(path: string, caller: Principal): Test {
    return signed(request(this.service.url).get(`/api/${path}`), caller);
  }

  delete(path: string, caller: Principal): Test {
    return signed(request(this.service.url).delete(`/api/${path}`), caller);
  }

  post(path: string, caller: Principal, form: Form = {}): Test {
    const call = signed(request(this.service.url).post(`/api/${path}`), caller).set('accept-language', 'en');
    for (const [name, value] of Object.entries(form)) call.field(name, value);
    return call;
  }

  async list(userId: string, query = ''): Promise<ShelfListResponse> {
    const response = await this.get(`document/user/shelf/list/${query}`, userId).expect(200);
    return ShelfListResponse.parse(response.body);
  }

  async find(userId: string, id: string): Promise<Shelf | undefined> {
    return (await this.list(userId)).shelves.find((shelf) => shelf.id === id);
  }

  async create(userId: string, name: string, form: Form = {}): Promise<Shelf> {
    const response = await this.post('document/user/shelf/create/', userId, { name, ...form }).expect(200);
    return ShelfResponse.parse(response.body).shelf;
  }

  async createPublic(userId: string, name: string, tags = ''): Promise<Shelf> {
    const { id } = await this.create(userId, name);
    const form = { is_public: 'true', tags };
    const response = await this.post(`document/user/shelf/${id}/update/`, userId, form);
    return ShelfResponse.parse(response.body).shelf;
  }

  move(userId: string, documentId: string, shelfId: string): Test {
    const form = { shelf_id: shelfId };
    return this.post(`document/user/document/${documentId}/move-to-shelf/`, userId, form);
  }

  /** The ids of the documents on a shelf. */
  async documentIds(userId: string, shelfId: string, query = ''): Promise<string[]> {
    const path = `document/user/document/list/?shelf_id=${shelfId}${query}`;
    const response = await this.get(path, userId).expect(200);
    return LibraryListResponse.parse(response.body).documents.map(({ id }) => id);
  }
}

const signed = (call: Test, caller: Principal): Test => {
  if (caller === null) return call;
  return call.set(identityHeader(typeof caller === 'string' ? { userId: caller } : caller));
};
