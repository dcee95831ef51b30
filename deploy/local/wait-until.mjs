/**
 * Polls until the check returns something truthy.
 *
 * @template T
 * @param {() => Promise<T> | T} check an exception counts as "not yet"
 * @param {{ withinMs: number, everyMs?: number, giveUp?: () => string | undefined }} options giveUp returns a reason
 *   to stop polling
 * @returns {Promise<T>} the first truthy result
 * @throws {Error} after the time or when giveUp returned a reason
 */
export async function waitUntil(check, { withinMs, everyMs = 50, giveUp }) {
  const deadline = Date.now() + withinMs;
  let lastError;
  for (;;) {
    const reason = giveUp?.();
    if (reason) throw new Error(reason, { cause: lastError });
    try {
      const result = await check();
      if (result) return result;
    } catch (error) {
      lastError = error;
    }
    if (Date.now() > deadline) {
      const why = lastError instanceof Error ? `: ${lastError.message}` : '';
      throw new Error(`no success within ${Math.round(withinMs / 1000)} s${why}`, { cause: lastError });
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
