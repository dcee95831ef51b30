import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Connection } from 'mongoose';
import { connectTo, FIRST_ACCOUNT, ProductAccess } from './product-access.js';

const PRODUCT = pathToFileURL(join(import.meta.dirname, '../../../deploy/local/product.mjs')).href;

export type ServerName = 'minio' | 'kafka' | 'mongodb' | 'redis';
export type ProcessName =
  'auth' | 'documents' | 'pipeline' | 'finance' | 'ai' | 'pipeline-worker' | 'gateway';

/** A supervised program of the product: one that dies is restarted; `stop` and `start` are orderly. */
export type SupervisedProgram = {
  readonly child: { pid: number; exited: Promise<unknown>; kill: (signal: NodeJS.Signals) => void };
  stop: () => Promise<void>;
  start: () => Promise<void>;
};

type Product = {
  url: string;
  env: Record<string, string>;
  processes: Record<ProcessName, SupervisedProgram>;
  servers: Record<ServerName, SupervisedProgram>;
  stop: () => Promise<void>;
};
type StartProduct = (options: {
  dataDir: string;
  portShift: number;
  env: Record<string, string>;
  given: Record<string, string>;
  onProgress: (step: { part: string; text: string; state?: string }) => void;
}) => Promise<Product>;

/** The whole product as `npm start` runs it, from the compiled repository, on servers and ports of its own, for tests that stop and kill parts of it. */
export class TestProduct extends ProductAccess {
  private constructor(
    private readonly product: Product,
    private readonly dataDir: string,
    connection: Connection,
  ) {
    super(product.url, product.env, connection);
  }

  /**
   * @param env more settings for every service, e.g. the address of the translator
   * @throws StartError that names the part that did not start
   */
  static async start(portShift: number, env: Record<string, string> = {}): Promise<TestProduct> {
    const { startProduct } = (await import(PRODUCT)) as { startProduct: StartProduct };
    const dataDir = await mkdtemp(join(tmpdir(), 'hamkhan-product-'));
    const account = { DEMO_USERNAME: FIRST_ACCOUNT.username, DEMO_PASSWORD: FIRST_ACCOUNT.password };
    const product = await startProduct({
      dataDir,
      portShift,
      env: { LOG_LEVEL: 'info', ...account, ...env },
      // Never the servers of other tests: this product stops its servers.
      given: {},
      onProgress: () => undefined,
    }).catch(async (error: unknown) => {
      await rm(dataDir, { recursive: true, force: true });
      throw error;
    });
    return new TestProduct(product, dataDir, await connectTo(product.env));
  }

  process(name: ProcessName): SupervisedProgram {
    return this.product.processes[name];
  }

  server(name: ServerName): SupervisedProgram {
    return this.product.servers[name];
  }

  /** The process ids of the services at this moment. */
  pids(): Record<ProcessName, number> {
    const entries = Object.entries(this.product.processes).map(([name, { child }]) => [name, child.pid]);
    return Object.fromEntries(entries) as Record<ProcessName, number>;
  }

  /** Stops everything and removes its data. */
  async stop(): Promise<void> {
    await this.close();
    await this.product.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
