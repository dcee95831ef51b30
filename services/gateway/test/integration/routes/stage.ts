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
const MODEL = 'model-of-all';

export type Answer = {
  status: number;
  body: string;
  isJson: boolean;
  code: string | undefined;
  bodyStatus: string | undefined;
};
/** A person of the product; what each of them sends along. */
export type Cast = Record<Principal, Record<string, string>> & { ownerId: string };
type Made = { id: string; key: string };

/** All services behind one gateway, as processes, and what the calls of the table are about. */
export class Stage {
  private addresses = 0;
  private mobiles = 0;

  private constructor(
    readonly stack: TestStack,
    private readonly processes: Record<string, ServiceProcess>,
    private readonly url: string,
    private readonly probe: KafkaProbe,
    private readonly mongo: Connection,
  ) {}

  /** @throws with nothing left running */
  static async set(): Promise<Stage> {
    const stack = await TestStack.create();
    const processes: Record<string, ServiceProcess> = {};
    try {
      return await Stage.startAll(stack, processes);
    } catch (error) {
      await Promise.all(Object.values(processes).map((one) => one.stop()));
      await stack.drop();
      throw error;
    }
  }

  private static async startAll(stack: TestStack, processes: Record<string, ServiceProcess>): Promise<Stage> {
    const env = { ...stack.env, DEMO_USERNAME: MODEL, DEMO_PASSWORD: PASSWORD };
    await Promise.all(SERVICES.map((service) => runRole(service, 'migrate', env)));
    await runRole('auth', 'seed', env);
    await Promise.all(SERVICES.map(async (name) => (processes[name] = await startProcess(name, env))));
    const urls = Object.entries(processes).map(([name, { url }]) => [`${name.toUpperCase()}_URL`, url]);
    const gatewayEnv = { ...env, ...(Object.fromEntries(urls) as typeof env), TRUSTED_PROXIES: '127.0.0.1' };
    processes.gateway = await startProcess('gateway', gatewayEnv);
    const mongo = await mongoose.createConnection(stack.env.MONGODB_URI ?? '').asPromise();
    return new Stage(stack, processes, processes.gateway.url, new KafkaProbe(stack), mongo);
  }

  async strike(): Promise<void> {
    await this.mongo.close();
    await this.probe.close();
    await Promise.all(Object.values(this.processes).map((one) => one.stop()));
    await this.stack.drop();
  }

  /** What the processes say that they answer: `POST user/login/`, with `{}` for what a path names, by service. */
  async routes(): Promise<{ service: string; call: string }[]> {
    const lists = Object.entries(this.processes).map(async ([service, { adminUrl }]) => {
      const response = await fetch(`${adminUrl}/routes`);
      const routes = (await response.json()) as { method: string; url: string }[];
      return routes.map(({ method, url }) => ({ service, call: `${method} ${url.replace(/\/?$/, '/')}` }));
    });
    return (await Promise.all(lists)).flat();
  }

  /** New people with new sessions. Nobody of another cast knows them. */
  async cast(): Promise<Cast> {
    const [owner, other, staff, superuser] = await Promise.all([
      this.person(),
      this.person(),
      this.person({ isStaff: true }),
      this.person({ isSuperuser: true, isStaff: true }),
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

  /** Makes what a call names, new where a call could use it up. */
  props(cast: Cast): Record<string, () => Promise<string> | string> {
    const { owner } = cast;
    let document: Promise<Made> | undefined;
    let published: Promise<Made> | undefined;
    const theDocument = (): Promise<Made> => (document ??= this.document(owner));
    const page = async (): Promise<string> => this.pageOf((await theDocument()).id);
    const shelf = async (): Promise<string> =>
      (await this.make<{ shelf: Made }>('document/user/shelf/create/', owner, { name: this.newMobile() }))
        .shelf.id;
    return {
      missing: () => randomBytes(12).toString('hex'),
      mobile: () => this.newMobile(),
      owner: () => cast.ownerId,
      document: async () => (await theDocument()).id,
      page,
      edit: async () => {
        const items = [{ id: 'i1', type: 'text', content: 'The lighthouse stands on the rock.' }];
        const form = { edit_type: 'content', suggested_content: JSON.stringify({ items }) };
        const path = `document/page/${await page()}/suggestion/create/`;
        return (await this.make<{ suggestion: Made }>(path, owner, form)).suggestion.id;
      },
      media: async () => {
        const file = {
          field: 'file',
          name: 'a.svg',
          content: `<svg id="${randomBytes(5).toString('hex')}"/>`,
        };
        const form = { page_id: await page() };
        return (await this.make<{ media: Made }>('document/media/save/', owner, form, file)).media.id;
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
        const { id: documentId } = await theDocument();
        await this.make(`document/user/document/${documentId}/move-to-shelf/`, owner, { shelf_id: id });
        return id;
      },
      avatar: () => randomUUID(),
      shared: async () => {
        const id = await shelf();
        await this.make(`document/user/shelf/${id}/update/`, owner, { is_public: 'true', tags: '' });
        return id;
      },
      note: async () => {
        const fields = {
          document: (await theDocument()).id,
          page_number: '0',
          item_index: '0',
          category: '1',
        };
        const { note } = await this.make<{ note: { id: string } }>('knowledge/note/create/', owner, {
          ...fields,
          text: 'lighthouse',
          start_offset: '4',
          end_offset: '14',
        });
        return note.id;
      },
    };
  }

  async call(call: string, headers: Record<string, string>, sent: Sent = {}): Promise<Answer> {
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
    // A line of events has no end.
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
      cancelled.abort();
      return { status, body: '', isJson: false, code: undefined, bodyStatus: undefined };
    }
    const body = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    const parsed = isJson ? (JSON.parse(body) as { code?: string; status?: string }) : {};
    return { status, body, isJson, code: parsed.code, bodyStatus: parsed.status };
  }

  /** The addresses that answers name for files of a document: its cover, its page, and what it was given. */
  async filesOf(cast: Cast): Promise<string[]> {
    const { owner } = cast;
    const { id } = await this.document(owner);
    const pageId = await this.pageOf(id);
    const give = async (name: string, content: string): Promise<string> => {
      const file = { field: 'file', name, content };
      const path = 'document/media/save/';
      return (await this.make<{ media: { file: string } }>(path, owner, { page_id: pageId }, file)).media
        .file;
    };
    const [image, video] = [await give('a.svg', '<svg/>'), await give('a.avi', 'RIFF\x10\0\0\0AVI LIST')];
    const name = image.replace(/\/?\?.*$/, '').replace(/^.*\//, '');
    const pictures = [{ key: `images/${id}/${name}`, width: 40, height: 30 }];
    const depicted = { documentId: id, pageNumber: 0, of: 'page' as const, pictures };
    await this.probe.publish(this.probe.event('pipeline.page.rendered', depicted, 3));
    const shown = await waitFor('the cover and the picture of the page', async () => {
      const { body } = await this.call(`GET document/metadata/${id}/?with_page=1`, owner);
      const { metadata, current_page: page } = JSON.parse(body) as MetadataResponse;
      const addresses = [metadata.cover, metadata.cover_thumbnail, page?.image];
      return addresses.every((address) => typeof address === 'string') && addresses;
    });
    return [image, video, ...shown];
  }

  /** What an address answers at first, as a browser asks for a picture: without a token. */
  async ask(address: string): Promise<number> {
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

  private async person(roles: Record<string, boolean> = {}): Promise<{ id: string; name: string }> {
    const users = this.table('auth', 'users');
    const model = await users.findOne({ identifiers: MODEL });
    const name = `p${randomBytes(5).toString('hex')}`;
    const row = { ...model, _id: new mongoose.Types.ObjectId(), username: name, identifiers: [name] };
    await users.insertOne({ ...row, referralCode: randomBytes(8).toString('hex'), ...roles });
    return { id: row._id.toHexString(), name };
  }

  private async signIn(username: string): Promise<Record<string, string>> {
    const { body } = await this.call('POST user/login/', {}, { form: { username, password: PASSWORD } });
    return { authorization: `Bearer ${(JSON.parse(body) as { token: string }).token}` };
  }

  private async make<T>(
    path: string,
    headers: Record<string, string>,
    form: Record<string, string>,
    file?: Sent['file'],
  ): Promise<T> {
    const sent = { form, ...(file ? { file } : {}) };
    const { status, body } = await this.call(`POST ${path}`, headers, sent);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${body}`);
    return JSON.parse(body) as T;
  }

  private upload(owner: Record<string, string>): Promise<Made> {
    const content = `%PDF-1.7 ${randomBytes(20).toString('hex')}`;
    const file = { field: 'file', name: 'routes.pdf', content };
    return this.make<Made>('document/upload/', owner, { language: 'en' }, file);
  }

  /** A document of one translated page that both the library and the pipeline know. */
  private async document(owner: Record<string, string>, fields: Record<string, unknown> = {}): Promise<Made> {
    const made = await this.upload(owner);
    // Before anyone reads it: the service remembers what it has read.
    await this.table('documents', 'documents').updateOne({ _id: made.id as never }, { $set: fields });
    const at = { documentId: made.id, pageNumber: 0 };
    const items = [{ id: 'i1', type: 'text' as const, content: 'The lighthouse stands on the rock.' }];
    const data = { documentId: made.id, totalPages: 1, title: null, authors: [], year: null };
    await this.probe.publish(this.probe.event('pipeline.document.inspected', data, 1));
    await this.probe.publish(
      this.probe.event('pipeline.page.started', at, 1),
      this.probe.event(
        'pipeline.page.converted',
        { ...at, content: { items, page_info: { page_type: 'text' } } },
        2,
      ),
    );
    await waitFor('the page to be there', async () => {
      const { status, body } = await this.call(`GET document/pages/${made.id}/`, owner);
      return status === 200 && body.includes('lighthouse');
    });
    await waitFor('the pipeline to know the document', async () => {
      return (await this.call(`GET document/glossary/${made.id}/`, owner)).status === 200;
    });
    return made;
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
