import { randomBytes, randomUUID } from 'node:crypto';
import type { MetadataResponse } from '@hamkhan/contracts/http/documents';
import { KafkaProbe } from '@hamkhan/testing/kafka-probe';
import { TestStack } from '@hamkhan/testing/test-stack';
import { waitFor } from '@hamkhan/testing/wait-for';
import mongoose, { type Connection } from 'mongoose';
import { runRole, startProcess, type ServiceProcess } from '../service-process.js';
import type { Principal, Sent } from './route-table.js';

const SERVICES = ['auth', 'documents', 'pipeline', 'finance', 'ai'] as const;
type Service = (typeof SERVICES)[number];
const PASSWORD = 'password-of-the-routes';
const TEMPLATE_USER = 'template-user';

export type ApiResult = {
  status: number;
  body: string;
  isJson: boolean;
  code: string | undefined;
  bodyStatus: string | undefined;
};
/** The headers of each principal. */
export type TestUsers = Record<Principal, Record<string, string>> & { ownerId: string };
type Created = { id: string; key: string };

/** All services behind one gateway, as processes, with the users and data that the calls of the table need. */
export class RouteHarness {
  private addresses = 0;
  private mobiles = 0;

  private constructor(
    readonly stack: TestStack,
    private readonly processes: Record<string, ServiceProcess>,
    private readonly url: string,
    private readonly probe: KafkaProbe,
    private readonly mongo: Connection,
  ) {}

  /** @throws after it has stopped every process */
  static async start(): Promise<RouteHarness> {
    const stack = await TestStack.create();
    const processes: Record<string, ServiceProcess> = {};
    try {
      return await RouteHarness.startAll(stack, processes);
    } catch (error) {
      await Promise.all(Object.values(processes).map((one) => one.stop()));
      await stack.drop();
      throw error;
    }
  }

  private static async startAll(
    stack: TestStack,
    processes: Record<string, ServiceProcess>,
  ): Promise<RouteHarness> {
    const env = { ...stack.env, DEMO_USERNAME: TEMPLATE_USER, DEMO_PASSWORD: PASSWORD };
    await Promise.all(SERVICES.map((service) => runRole(service, 'migrate', env)));
    await runRole('auth', 'seed', env);
    await Promise.all(SERVICES.map(async (name) => (processes[name] = await startProcess(name, env))));
    const urls = Object.entries(processes).map(([name, { url }]) => [`${name.toUpperCase()}_URL`, url]);
    const gatewayEnv = { ...env, ...(Object.fromEntries(urls) as typeof env), TRUSTED_PROXIES: '127.0.0.1' };
    processes.gateway = await startProcess('gateway', gatewayEnv);
    const mongo = await mongoose.createConnection(stack.env.MONGODB_URI ?? '').asPromise();
    return new RouteHarness(stack, processes, processes.gateway.url, new KafkaProbe(stack), mongo);
  }

  async stop(): Promise<void> {
    await this.mongo.close();
    await this.probe.close();
    await Promise.all(Object.values(this.processes).map((one) => one.stop()));
    await this.stack.drop();
  }

  /** The routes that each process serves, e.g. `POST /api/user/login/`. */
  async routes(): Promise<{ service: string; call: string }[]> {
    const lists = Object.entries(this.processes).map(async ([service, { adminUrl }]) => {
      const response = await fetch(`${adminUrl}/routes`);
      const routes = (await response.json()) as { method: string; url: string }[];
      return routes.map(({ method, url }) => ({ service, call: `${method} ${url.replace(/\/?$/, '/')}` }));
    });
    return (await Promise.all(lists)).flat();
  }

  /** The address of a service, which only the gateway calls. */
  urlOf(service: string): string {
    const url = this.processes[service]?.url;
    if (!url) throw new Error(`unknown service ${service}`);
    return url;
  }

  /** Creates new users with new sessions. */
  async createUsers(): Promise<TestUsers> {
    const [owner, other, staff, superuser] = await Promise.all([
      this.addUser(),
      this.addUser(),
      this.addUser({ isStaff: true }),
      this.addUser({ isSuperuser: true, isStaff: true }),
    ]);
    const sessions = [await this.signIn(owner.name)];
    for (let more = 0; more < 3; more += 1) sessions.push(await this.signIn(owner.name));
    const [first = {}, , , fourth = {}] = sessions;
    const { body } = await this.call('POST user/loginas/', await this.signIn(superuser.name), {
      form: { user_id: owner.id },
    });
    const { token } = JSON.parse(body) as { token: string };
    return {
      guest: {},
      other: await this.signIn(other.name),
      staff: await this.signIn(staff.name),
      acting: { authorization: `Bearer ${token}` },
      over: fourth,
      owner: first,
      ownerId: owner.id,
    };
  }

  /** Creates what a placeholder names; new each time if a call could use it up. */
  placeholders(users: TestUsers): Record<string, () => Promise<string> | string> {
    const { owner } = users;
    let document: Promise<Created> | undefined;
    let published: Promise<Created> | undefined;
    const sharedDocument = (): Promise<Created> => (document ??= this.document(owner));
    const page = async (): Promise<string> => this.pageOf((await sharedDocument()).id);
    const shelf = async (): Promise<string> =>
      (
        await this.create<{ shelf: Created }>('document/user/shelf/create/', owner, {
          name: this.newMobile(),
        })
      ).shelf.id;
    return {
      missing: () => randomBytes(12).toString('hex'),
      mobile: () => this.newMobile(),
      owner: () => users.ownerId,
      document: async () => (await sharedDocument()).id,
      page,
      edit: async () => {
        const items = [{ id: 'i1', type: 'text', content: 'The lighthouse stands on the rock.' }];
        const form = { edit_type: 'content', suggested_content: JSON.stringify({ items }) };
        const path = `document/page/${await page()}/suggestion/create/`;
        return (await this.create<{ suggestion: Created }>(path, owner, form)).suggestion.id;
      },
      media: async () => {
        const file = {
          field: 'file',
          name: 'a.svg',
          content: `<svg><path id="${randomBytes(5).toString('hex')}" d="M0 0h9"/></svg>`,
        };
        const form = { page_id: await page() };
        return (await this.create<{ media: Created }>('document/media/save/', owner, form, file)).media.id;
      },
      published: async () =>
        (await (published ??= this.document(owner, { published: true, visibility: 'catalogue' }))).id,
      pending: async () => (await this.upload(owner)).id,
      failed: async () => {
        const { id } = await this.upload(owner);
        const fields = { $set: { status: 'failed' } };
        await this.table('documents', 'documents').updateOne({ _id: id as never }, fields);
        return id;
      },
      shelf,
      filled: async () => {
        const id = await shelf();
        const { id: documentId } = await sharedDocument();
        await this.create(`document/user/document/${documentId}/move-to-shelf/`, owner, { shelf_id: id });
        return id;
      },
      avatar: () => randomUUID(),
      shared: async () => {
        const id = await shelf();
        await this.create(`document/user/shelf/${id}/update/`, owner, { is_public: 'true', tags: '' });
        return id;
      },
      note: async () => {
        const fields = {
          document: (await sharedDocument()).id,
          page_number: '0',
          item_index: '0',
          category: '1',
        };
        const { note } = await this.create<{ note: { id: string } }>('knowledge/note/create/', owner, {
          ...fields,
          text: 'lighthouse',
          start_offset: '4',
          end_offset: '14',
        });
        return note.id;
      },
    };
  }

  async call(call: string, headers: Record<string, string>, sent: Sent = {}): Promise<ApiResult> {
    const [method = 'GET', path = ''] = call.split(' ');
    const cancelled = new AbortController();
    const response = await fetch(`${this.url}/api/${path}`, {
      method,
      headers: {
        'accept-language': 'en',
        'x-forwarded-for': this.newAddress(),
        ...headers,
        ...(sent.json ? { 'content-type': 'application/json' } : {}),
      },
      ...bodyOf(sent),
      signal: AbortSignal.any([cancelled.signal, AbortSignal.timeout(20_000)]),
    });
    const { status } = response;
    // An event stream does not end.
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
      cancelled.abort();
      return { status, body: '', isJson: false, code: undefined, bodyStatus: undefined };
    }
    const body = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    const parsed = isJson ? (JSON.parse(body) as { code?: string; status?: string }) : {};
    return { status, body, isJson, code: parsed.code, bodyStatus: parsed.status };
  }

  /** The file addresses that responses contain for a document: cover, page image and uploaded media. */
  async fileAddresses(users: TestUsers): Promise<string[]> {
    const { owner } = users;
    const { id } = await this.document(owner);
    const pageId = await this.pageOf(id);
    const addMedia = async (name: string, content: string): Promise<string> => {
      const file = { field: 'file', name, content };
      const path = 'document/media/save/';
      return (await this.create<{ media: { file: string } }>(path, owner, { page_id: pageId }, file)).media
        .file;
    };
    const [image, video] = [
      await addMedia('a.svg', '<svg><path d="M0 0h9"/></svg>'),
      await addMedia('a.avi', 'RIFF\x10\0\0\0AVI LIST'),
    ];
    const name = image.replace(/\/?\?.*$/, '').replace(/^.*\//, '');
    const pictures = [{ key: `images/${id}/${name}`, width: 40, height: 30 }];
    const rendered = { documentId: id, pageNumber: 0, of: 'page' as const, pictures };
    await this.probe.publish(this.probe.event('pipeline.page.rendered', rendered, 3));
    const imageAddresses = await waitFor('the cover and the picture of the page', async () => {
      const { body } = await this.call(`GET document/metadata/${id}/?with_page=1`, owner);
      const { metadata, current_page: page } = JSON.parse(body) as MetadataResponse;
      const addresses = [metadata.cover, metadata.cover_thumbnail, page?.image];
      return addresses.every((address) => typeof address === 'string') && addresses;
    });
    return [image, video, ...imageAddresses];
  }

  /** The status of a GET without a token or redirects, as a browser requests an image. */
  async statusOf(address: string): Promise<number> {
    const response = await fetch(`${this.url}${address}`, {
      redirect: 'manual',
      headers: { 'x-forwarded-for': this.newAddress() },
    });
    await response.body?.cancel();
    return response.status;
  }

  private newAddress(): string {
    this.addresses += 1;
    return `198.18.${Math.floor(this.addresses / 250)}.${(this.addresses % 250) + 1}`;
  }

  private newMobile(): string {
    this.mobiles += 1;
    return `0919${String(this.mobiles).padStart(7, '0')}`;
  }

  private table(service: Service, name: string): mongoose.mongo.Collection {
    return this.mongo.getClient().db(`${this.stack.env.MONGODB_PREFIX}_${service}`).collection(name);
  }

  private async addUser(roles: Record<string, boolean> = {}): Promise<{ id: string; name: string }> {
    const users = this.table('auth', 'users');
    const template = await users.findOne({ identifiers: TEMPLATE_USER });
    const name = `p${randomBytes(5).toString('hex')}`;
    const row = { ...template, _id: new mongoose.Types.ObjectId(), username: name, identifiers: [name] };
    await users.insertOne({ ...row, referralCode: randomBytes(8).toString('hex'), ...roles });
    return { id: row._id.toHexString(), name };
  }

  private async signIn(username: string): Promise<Record<string, string>> {
    const { body } = await this.call('POST user/login/', {}, { form: { username, password: PASSWORD } });
    return { authorization: `Bearer ${(JSON.parse(body) as { token: string }).token}` };
  }

  private async create<T>(
    path: string,
    headers: Record<string, string>,
    form: Record<string, string>,
    file?: Sent['file'],
  ): Promise<T> {
    const sent = { form, ...(file ? { file } : {}) };
    const { status, body } = await this.call(`POST ${path}`, headers, sent);
    if (status !== 200) throw new Error(`${path} returned ${status}: ${body}`);
    return JSON.parse(body) as T;
  }

  private upload(owner: Record<string, string>): Promise<Created> {
    const content = `%PDF-1.7 ${randomBytes(20).toString('hex')}`;
    const file = { field: 'file', name: 'routes.pdf', content };
    return this.create<Created>('document/upload/', owner, { language: 'en' }, file);
  }

  /** Creates a document of one converted page, which the library and the pipeline have stored. */
  private async document(
    owner: Record<string, string>,
    fields: Record<string, unknown> = {},
  ): Promise<Created> {
    const created = await this.upload(owner);
    // Before the first read, because the service caches documents.
    await this.table('documents', 'documents').updateOne({ _id: created.id as never }, { $set: fields });
    const at = { documentId: created.id, pageNumber: 0 };
    const items = [{ id: 'i1', type: 'text' as const, content: 'The lighthouse stands on the rock.' }];
    const data = { documentId: created.id, totalPages: 1, title: null, authors: [], year: null };
    await this.probe.publish(this.probe.event('pipeline.document.inspected', data, 1));
    await this.probe.publish(
      this.probe.event('pipeline.page.started', at, 1),
      this.probe.event(
        'pipeline.page.converted',
        { ...at, content: { items, page_info: { page_type: 'text' } } },
        2,
      ),
    );
    await waitFor('the page to be stored', async () => {
      const { status, body } = await this.call(`GET document/pages/${created.id}/`, owner);
      return status === 200 && body.includes('lighthouse');
    });
    await waitFor('the pipeline to store the document', async () => {
      return (await this.call(`GET document/glossary/${created.id}/`, owner)).status === 200;
    });
    return created;
  }

  private async pageOf(documentId: string): Promise<string> {
    const page = await this.table('documents', 'pages').findOne({ documentId, number: 0 });
    if (!page) throw new Error(`document ${documentId} has no page`);
    return String(page._id);
  }
}

function bodyOf({ form, json, file }: Sent): { body?: FormData | string } {
  if (json) return { body: JSON.stringify(json) };
  if (!form && !file) return {};
  const body = new FormData();
  for (const [name, value] of Object.entries(form ?? {})) body.set(name, value);
  if (file) body.set(file.field, new Blob([file.content]), file.name);
  return Object.keys(form ?? {}).length > 0 || file ? { body } : {};
}
