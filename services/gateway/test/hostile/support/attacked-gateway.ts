import { resolveSessionRoute } from '@hamkhan/contracts/routes/sessions';
import { identity } from '@hamkhan/testing/service-harness';
import { TestStack, type TestEnv } from '@hamkhan/testing/test-stack';
import { FakeService, type Respond } from '../../integration/fake-service.js';
import { startProcess, type ServiceProcess } from '../../integration/service-process.js';

/** Every token of this form is valid and belongs to the user of that name. */
export const tokenOf = (user: string): string => user.padEnd(43, '-');
export const bearer = (user: string): Record<string, string> => ({
  authorization: `Bearer ${tokenOf(user)}`,
});
/** As long as a chunk of many pages. */
const PAGE = Buffer.alloc(1024 * 1024, 'page ');
const SMALL = '{"status":"success"}';

/** Reads the body, then answers. */
const answerBody: Respond = (incoming, response) => {
  incoming.on('error', () => undefined);
  incoming.resume().on('end', () => void response.end(SMALL));
};

const answerAuth: Respond = (incoming, response) => {
  if (incoming.url !== resolveSessionRoute.path) return answerBody(incoming, response);
  let body = '';
  incoming.on('data', (piece) => (body += piece));
  incoming.on('end', () => {
    const { token } = JSON.parse(body) as { token: string };
    response.end(JSON.stringify({ identity: identity({ userId: token.replace(/-+$/, '') }) }));
  });
};

const answerDocuments: Respond = (incoming, response) => {
  if (incoming.url?.includes('/document/pages/large/')) return void response.end(PAGE);
  if (incoming.url?.includes('/document/events/')) {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\n');
    return;
  }
  answerBody(incoming, response);
};

/** The gateway as a process of its own, so that an attack may end it, in front of fake services. */
export class AttackedGateway {
  private constructor(
    private readonly stack: TestStack,
    readonly auth: FakeService,
    readonly documents: FakeService,
    private readonly gateway: ServiceProcess,
  ) {}

  static async start(env: TestEnv = {}): Promise<AttackedGateway> {
    const stack = await TestStack.create();
    const [auth, documents] = await Promise.all([FakeService.start(), FakeService.start()]);
    auth.respond = answerAuth;
    documents.respond = answerDocuments;
    const gateway = await startProcess('gateway', {
      ...stack.env,
      AUTH_URL: auth.url,
      DOCUMENTS_URL: documents.url,
      TRUSTED_PROXIES: '127.0.0.1',
      ...env,
    });
    return new AttackedGateway(stack, auth, documents, gateway);
  }

  get url(): string {
    return this.gateway.url;
  }

  get isRunning(): boolean {
    return this.gateway.isRunning();
  }

  /** Signs in and makes a call as a user and as a guest. Returns the statuses. */
  async useProduct(user = 'reader'): Promise<number[]> {
    const form = new FormData();
    form.set('username', user);
    const calls: [string, RequestInit][] = [
      ['user/login/', { method: 'POST', body: form }],
      ['document/metadata/K/', { headers: bearer(user) }],
      ['document/metadata/K/', {}],
    ];
    const statuses: number[] = [];
    for (const [path, init] of calls) {
      const signal = AbortSignal.timeout(15_000);
      const response = await fetch(`${this.url}/api/${path}`, { ...init, signal });
      await response.arrayBuffer();
      statuses.push(response.status);
    }
    return statuses;
  }

  /** Stops everything and returns the exit code of the gateway. */
  async stop(): Promise<number | null> {
    const code = await this.gateway.stop();
    await Promise.all([this.auth.stop(), this.documents.stop()]);
    await this.stack.drop();
    return code;
  }
}
