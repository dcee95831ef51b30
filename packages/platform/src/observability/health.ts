export type HealthCheck = () => Promise<void> | void;

type Outcome = { ok: boolean; checks: Record<string, string> };

/** The readiness and liveness checks of a process. */
export class Health {
  private readonly readyChecks = new Map<string, HealthCheck>();
  private readonly liveChecks = new Map<string, HealthCheck>();
  private serving = false;

  /** Adds a readiness check; it throws when its dependency is unusable. */
  addReady(name: string, check: HealthCheck): void {
    this.readyChecks.set(name, check);
  }

  /** Adds a liveness check. Only for failures that a restart fixes, never for the failure of another service. */
  addLive(name: string, check: HealthCheck): void {
    this.liveChecks.set(name, check);
  }

  /** False until start-up is complete and from the start of the shutdown. */
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
    timer = setTimeout(() => reject(new Error('timeout')), CHECK_TIMEOUT_MS);
  });
  try {
    await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
