import { SERVICES, type ServiceName } from '@hamkhan/contracts/routes/route';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Pool } from 'undici';
import { CONFIG, type GatewayConfig } from '../../config.js';

export type Upstream = Exclude<ServiceName, 'gateway'>;
export const UPSTREAMS = SERVICES.filter((service) => service !== 'gateway');

const CONNECT_TIMEOUT_MS = 2_000;
/** Concurrent short calls to one service; more are queued. */
const MAX_CONNECTIONS = 256;

/** Concurrent calls that resolve tokens. */
const MAX_IDENTITY_CONNECTIONS = 64;

type Pools = { calls: Pool; streams: Pool };

/**
 * Keep-alive connections to the services. Long exchanges (event streams, uploads, downloads) use a separate pool, so that they
 * cannot exhaust the connections of short calls.
 */
@Injectable()
export class Upstreams implements OnApplicationShutdown {
  /** Resolves tokens at auth; its connections are its own, so that no other calls can delay every signed-in call. */
  readonly identities: Pool;
  private readonly pools: ReadonlyMap<Upstream, Pools>;

  constructor(@Inject(CONFIG) config: GatewayConfig) {
    const origins: Record<Upstream, string> = {
      auth: config.AUTH_URL,
      documents: config.DOCUMENTS_URL,
      pipeline: config.PIPELINE_URL,
      finance: config.FINANCE_URL,
      ai: config.AI_URL,
    };
    const common = { connect: { timeout: CONNECT_TIMEOUT_MS }, pipelining: 1, keepAliveTimeout: 30_000 };
    const auth = new URL(config.AUTH_URL).origin;
    this.identities = new Pool(auth, { ...common, connections: MAX_IDENTITY_CONNECTIONS });
    this.pools = new Map(
      UPSTREAMS.map((upstream) => {
        const { origin } = new URL(origins[upstream]);
        return [
          upstream,
          {
            calls: new Pool(origin, { ...common, connections: MAX_CONNECTIONS }),
            streams: new Pool(origin, common),
          },
        ];
      }),
    );
  }

  /** The pool for short calls (`calls`) or long exchanges (`streams`). */
  pool(upstream: Upstream, kind: keyof Pools): Pool {
    const pools = this.pools.get(upstream);
    if (!pools) throw new Error(`no such upstream: ${upstream}`);
    return pools[kind];
  }

  async onApplicationShutdown(): Promise<void> {
    const pools = [...this.pools.values()].flatMap(({ calls, streams }) => [calls, streams]);
    await Promise.all([this.identities, ...pools].map((pool) => pool.destroy()));
  }
}
