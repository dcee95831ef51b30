import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { KafkaConfig } from '@hamkhan/platform/config';
import mongoose, { type Connection, type mongo } from 'mongoose';
import { ProductReader } from './product-reader.js';

const PRODUCT = pathToFileURL(join(import.meta.dirname, '../../../deploy/local/product.mjs')).href;
const ADMIN_OFFSET = 1_000;
const ACCOUNT = { username: 'first-reader', password: 'password-of-every-test-reader' };

export type ServerName = 'minio' | 'kafka' | 'mongodb' | 'redis';
export type ProcessName =
  'auth' | 'documents' | 'pipeline' | 'finance' | 'ai' | 'pipeline-worker' | 'gateway';

/** A program of the product: `stop` and `start` are orderly; one that dies by itself is started again. */
export type KeptProgram = {
  readonly child: { pid: number; exited: Promise<unknown>; kill: (signal: NodeJS.Signals) => void };
  stop: () => Promise<void>;
  start: () => Promise<void>;
};

type Product = {
  url: string;
  env: Record<string, string>;
  processes: Record<ProcessName, KeptProgram>;
  servers: Record<ServerName, KeptProgram>;
  stop: () => Promise<void>;
};
type StartProduct = (options: {
  dataDir: string;
  portShift: number;
  env: Record<string, string>;
  given: Record<string, string>;
  onProgress: (step: { part: string; text: string; state?: string }) => void;
}) => Promise<Product>;

/** The whole product as `npm start` runs it, from the built repository, on servers and ports of its own, for tests that take it apart. */
export class TestProduct {
  private constructor(
    private readonly product: Product,
    private readonly dataDir: string,
    private readonly connection: Connection,
  ) {}

  /**
   * @param env more settings for every service, e.g. where the translator is
   * @throws StartError that says which part did not start
   */
  static async start(portShift: number, env: Record<string, string> = {}): Promise<TestProduct> {
    const { startProduct } = (await import(PRODUCT)) as { startProduct: StartProduct };
    const dataDir = await mkdtemp(join(tmpdir(), 'hamkhan-product-'));
    const account = { DEMO_USERNAME: ACCOUNT.username, DEMO_PASSWORD: ACCOUNT.password };
    const product = await startProduct({
      dataDir,
      portShift,
      env: { LOG_LEVEL: 'info', ...account, ...env },
      // The servers of other tests are not ours to stop.
      given: {},
      onProgress: () => undefined,
    }).catch(async (error: unknown) => {
      await rm(dataDir, { recursive: true, force: true });
      throw error;
    });
    const uri = product.env.MONGODB_URI ?? '';
    const connection = await mongoose.createConnection(uri, { serverSelectionTimeoutMS: 2_000 }).asPromise();
    return new TestProduct(product, dataDir, connection);
  }

  get url(): string {
    return this.product.url;
  }

  get env(): Record<string, string> {
    return this.product.env;
  }

  get kafkaConfig(): KafkaConfig {
    return { KAFKA_BROKERS: (this.env.KAFKA_BROKERS ?? '').split(','), KAFKA_PREFIX: '' };
  }

  process(name: ProcessName): KeptProgram {
    return this.product.processes[name];
  }

  server(name: ServerName): KeptProgram {
    return this.product.servers[name];
  }

  /** Ids of the processes of the product that run at this moment. */
  pids(): Record<ProcessName, number> {
    const entries = Object.entries(this.product.processes).map(([name, { child }]) => [name, child.pid]);
    return Object.fromEntries(entries) as Record<ProcessName, number>;
  }

  /** The rows of a collection of a service, as they lie in its database. */
  rows<T extends mongo.Document>(service: string, collection: string): mongo.Collection<T> {
    return this.connection.getClient().db(`hamkhan_${service}`).collection<T>(collection);
  }

  database(service: string): mongo.Db {
    return this.connection.getClient().db(`hamkhan_${service}`);
  }

  /** Whether a service with an address says that it can work, with every server it needs. */
  async isReady(name: 'auth' | 'documents' | 'pipeline' | 'finance' | 'ai'): Promise<boolean> {
    const { hostname, port } = new URL(this.env[`${name.toUpperCase()}_URL`] ?? '');
    const address = `http://${hostname}:${Number(port) + ADMIN_OFFSET}/health/ready`;
    return (await fetch(address, { signal: AbortSignal.timeout(3_000) })).ok;
  }

  /** A new account, signed in. Its library and its translation memory are empty. */
  async newReader(name: string): Promise<ProductReader> {
    const users = this.rows('auth', 'users');
    const first = await users.findOne({ identifiers: ACCOUNT.username });
    if (!first) throw new Error('the first account is not there');
    const username = `${name}-${randomBytes(3).toString('hex')}`;
    await users.insertOne({
      ...first,
      _id: new mongoose.Types.ObjectId(),
      username,
      identifiers: [username],
      referralCode: randomBytes(8).toString('hex'),
    });
    return ProductReader.signIn(this.url, username, ACCOUNT.password);
  }

  /** Stops everything and removes its data. */
  async stop(): Promise<void> {
    await this.connection.close();
    await this.product.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
