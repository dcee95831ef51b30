import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Identity } from '@hamkhan/contracts/identity';
import { IdentityToken } from '@hamkhan/platform/http/identity-token';
import { freePort } from '@hamkhan/testing/free-port';
import { KafkaProbe } from '@hamkhan/testing/kafka-probe';
import { identity, startTestService, type TestService } from '@hamkhan/testing/service-harness';
import { TEST_IDENTITY_SECRET, TestStack, type TestEnv } from '@hamkhan/testing/test-stack';
import { gatewayService } from '../../src/service-options.js';
import { FakeService } from './fake-service.js';

export const MIB = 1024 * 1024;
export const SCRIPT = `console.log(${JSON.stringify('x'.repeat(5_000))});`;
export const tokens = new IdentityToken(TEST_IDENTITY_SECRET);
export const tokenOf = (name: string): string => name.padEnd(43, '-');
export const bearer = (name: string): Record<string, string> => ({
  authorization: `Bearer ${tokenOf(name)}`,
});

/** A gateway with a small web application in front of fake services. */
export class TestEdge {
  /** Users known to the fake auth, by token. */
  readonly users = new Map<string, Identity>();
  /** Number of calls to resolve a token at auth. */
  resolveCalls = 0;

  private constructor(
    readonly gateway: TestService,
    readonly auth: FakeService,
    readonly documents: FakeService,
    readonly pipeline: FakeService,
    readonly finance: FakeService,
    readonly probe: KafkaProbe,
    private readonly stack: TestStack,
    private readonly folder: string,
  ) {}

  static async start(): Promise<TestEdge> {
    const stack = await TestStack.create();
    const [auth, documents, pipeline, finance] = await Promise.all([
      FakeService.start(),
      FakeService.start(),
      FakeService.start(),
      FakeService.start(),
    ]);
    const folder = await writeWebApp();
    const gateway = await startTestService(stack, gatewayService, {
      AUTH_URL: auth.url,
      DOCUMENTS_URL: documents.url,
      PIPELINE_URL: pipeline.url,
      FINANCE_URL: finance.url,
      AI_URL: `http://127.0.0.1:${await freePort()}`,
      WEB_ROOT: join(folder, 'dist'),
    });
    const probe = new KafkaProbe(stack);
    return new TestEdge(gateway, auth, documents, pipeline, finance, probe, stack, folder);
  }

  /** Starts another gateway on the same stack. */
  startGateway(env: TestEnv): Promise<TestService> {
    return startTestService(this.stack, gatewayService, { WEB_ROOT: join(this.folder, 'dist'), ...env });
  }

  /** Clears users and recorded requests; every service answers `{}` again. */
  reset(): void {
    for (const service of this.services) service.reset();
    this.users.clear();
    this.resolveCalls = 0;
    this.auth.respond = (incoming, response) => {
      if (incoming.url !== '/internal/sessions/resolve') return void response.end('{}');
      this.resolveCalls += 1;
      let body = '';
      incoming.on('data', (piece) => (body += piece));
      incoming.on('end', () => {
        const { token } = JSON.parse(body) as { token: string };
        response.end(JSON.stringify({ identity: this.users.get(token) ?? null }));
      });
    };
  }

  /** Makes the token of this name valid. */
  addUser(name: string, facts: Partial<Identity> = {}): void {
    this.users.set(tokenOf(name), identity({ userId: `user-${name}`, ...facts }));
  }

  async api(path: string, init: RequestInit = {}) {
    const headers = { 'accept-language': 'en', ...(init.headers as Record<string, string>) };
    const response = await fetch(`${this.gateway.url}/api/${path}`, { redirect: 'manual', ...init, headers });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    const body = isJson ? (JSON.parse(text) as Record<string, unknown>) : null;
    return { status: response.status, headers: response.headers, text, body };
  }

  async stop(): Promise<void> {
    await this.gateway.stop();
    await Promise.all(this.services.map((service) => service.stop()));
    await this.probe.close();
    await this.stack.drop();
    await rm(this.folder, { recursive: true });
  }

  private get services(): FakeService[] {
    return [this.auth, this.documents, this.pipeline, this.finance];
  }
}

/** Writes a web application to `dist` of a new folder, and a file beside it that must not be served. */
async function writeWebApp(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'web-'));
  await mkdir(join(folder, 'dist', 'assets'), { recursive: true });
  await writeFile(join(folder, 'dist', 'index.html'), '<!doctype html><title>هم‌خوان</title>');
  await writeFile(join(folder, 'dist', 'assets', 'index-AbC.js'), SCRIPT);
  await writeFile(join(folder, 'secret.txt'), 'not for the world');
  return folder;
}
