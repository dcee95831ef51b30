const RENEW_MS = 3_000;

/**
 * Runs work under a lease that is renewed every three seconds. When the lease is lost (this process was thought dead and
 * another took over) the work is aborted; its writes would be refused by the fence anyway.
 */
export async function keepLease<T>(
  renew: () => Promise<boolean>,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  const timer = setInterval(() => {
    renew().then(
      (held) => {
        if (!held) lost.abort(new LeaseLostError());
      },
      () => undefined,
    );
  }, RENEW_MS);
  try {
    return await work(AbortSignal.any([signal, lost.signal]));
  } catch (error) {
    throw lost.signal.aborted ? lost.signal.reason : error;
  } finally {
    clearInterval(timer);
  }
}

/** Another worker has the work now; nothing more is to be done or reported here. */
export class LeaseLostError extends Error {
  constructor() {
    super('the lease was lost');
    this.name = 'LeaseLostError';
  }
}
