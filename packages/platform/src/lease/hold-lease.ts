const RENEW_MS = 3_000;

/** Another process holds the lease now; this one must stop and write nothing. */
export class LeaseLostError extends Error {
  constructor() {
    super('the lease was lost');
    this.name = 'LeaseLostError';
  }
}

/**
 * Runs `work` and renews its lease while it runs. `renew` returns false when another process holds the lease; then the work is aborted.
 * A renewal that throws is ignored, because the next one may succeed in time.
 * @throws LeaseLostError when the lease was lost; otherwise what `work` throws
 */
export async function holdLease<T>(
  renew: () => Promise<boolean>,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
  renewMs: number = RENEW_MS,
): Promise<T> {
  const lost = new AbortController();
  const timer = setInterval(() => {
    renew().then(
      (isHeld) => {
        if (!isHeld) lost.abort(new LeaseLostError());
      },
      () => undefined,
    );
  }, renewMs);
  timer.unref();
  try {
    return await work(AbortSignal.any([signal, lost.signal]));
  } catch (error) {
    throw lost.signal.aborted ? lost.signal.reason : error;
  } finally {
    clearInterval(timer);
  }
}
