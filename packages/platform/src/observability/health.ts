export type HealthCheck = () => Promise<void> | void;

type Outcome = { ok: boolean; checks: Record<string, string> };

/** What must hold for this process to serve (`ready`), and to be worth keeping (`live`). */
export class Health {
  private readonly readyChecks = new Map<string, HealthCheck>();
  private readonly liveChecks = new Map<string, HealthCheck>();
  private serving = false;

  /** A check throws when its part is not usable. */
  addReady(name: string, check: HealthCheck): void {
    this.readyChecks.set(name, check);
  }

  /** Only for what a restart mends: a broken neighbour is never a reason to be killed. */
  addLive(name: string, check: HealthCheck): void {
    this.liveChecks.set(name, check);
  }

  /** False before start-up is done and from the first moment of shutting down. */
  setServing(serving: boolean): void {
    this.serving = serving;
  }

  live(): Promise<Outcome> {
    return run(this.liveChecks);
  }

  async ready(): Promise<Outcome> {
    if (!this.serving) return { ok: false, checks: { process: 'starting or stopping' } };
    return run(this.readyChecks);
  }
}

const CHECK_TIMEOUT_MS = 2_000;

async function run(checks: ReadonlyMap<string, HealthCheck>): Promise<Outcome> {
  const results = await Promise.all(
    [...checks].map(async ([name, check]) => {
      try {
        await withTimeout(Promise.resolve().then(check));
        return [name, 'ok'] as const;
      } catch (error) {
        return [name, error instanceof Error ? error.message : String(error)] as const;
      }
    }),
  );
  return { ok: results.every(([, state]) => state === 'ok'), checks: Object.fromEntries(results) };
}

async function withTimeout(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), CHECK_TIMEOUT_MS);
  });
  try {
    await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
