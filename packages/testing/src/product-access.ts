import { randomBytes } from 'node:crypto';
import { kafkaEnv, loadConfig, type KafkaConfig } from '@hamkhan/platform/config';
import mongoose, { type Connection, type mongo } from 'mongoose';
import { ApiUser } from './api-user.js';

/** The account that a product for tests creates when it starts; added accounts have its password. */
export const FIRST_ACCOUNT = { username: 'first-reader', password: 'password-of-every-test-reader' };

const ADMIN_OFFSET = 1_000;

/** A running product: its public API, its settings and its databases. */
export class ProductAccess {
  protected constructor(
    readonly url: string,
    /** The settings of its services, with the account of the servers' administrator. */
    readonly env: Record<string, string>,
    private readonly connection: Connection,
  ) {}

  static async connect(url: string, env: Record<string, string>): Promise<ProductAccess> {
    return new ProductAccess(url, env, await connectTo(env));
  }

  get kafkaConfig(): KafkaConfig {
    return loadConfig(kafkaEnv, this.env);
  }

  /** A collection of a service, as stored in its database. */
  rows<T extends mongo.Document>(service: string, collection: string): mongo.Collection<T> {
    return this.database(service).collection<T>(collection);
  }

  database(service: string): mongo.Db {
    return this.connection.getClient().db(`hamkhan_${service}`);
  }

  /** Whether a service reports that it and every server it needs are ready. */
  async isReady(name: 'auth' | 'documents' | 'pipeline' | 'finance' | 'ai'): Promise<boolean> {
    const { hostname, port } = new URL(this.env[`${name.toUpperCase()}_URL`] ?? '');
    const address = `http://${hostname}:${Number(port) + ADMIN_OFFSET}/health/ready`;
    return (await fetch(address, { signal: AbortSignal.timeout(3_000) })).ok;
  }

  /** Adds an account with an empty library and translation memory. Its password is that of FIRST_ACCOUNT. */
  async addAccount(username: string, rights: { isStaff?: true } = {}): Promise<void> {
    const users = this.rows('auth', 'users');
    const first = await users.findOne({ identifiers: FIRST_ACCOUNT.username });
    if (!first) throw new Error('the product has no first account');
    await users.insertOne({
      ...first,
      ...rights,
      _id: new mongoose.Types.ObjectId(),
      username,
      identifiers: [username],
      referralCode: randomBytes(8).toString('hex'),
    });
  }

  /** A new account, signed in through the API. */
  async newUser(name: string): Promise<ApiUser> {
    const username = `${name}-${randomBytes(3).toString('hex')}`;
    await this.addAccount(username);
    return ApiUser.signIn(this.url, username, FIRST_ACCOUNT.password);
  }

  /** Closes the connections to the product; it keeps running. */
  close(): Promise<void> {
    return this.connection.close();
  }
}

export const connectTo = (env: Record<string, string>): Promise<Connection> =>
  mongoose.createConnection(env.MONGODB_URI ?? '', { serverSelectionTimeoutMS: 2_000 }).asPromise();
