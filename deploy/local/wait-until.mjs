/**
 * Asks again until the answer is truthy.
 *
 * @template T
 * @param {() => Promise<T> | T} check a throw counts as "not yet"
 * @param {{ withinMs: number, everyMs?: number, giveUp?: () => string | undefined }} options giveUp answers a reason
 *   to stop asking at once
 * @returns {Promise<T>} the first truthy answer
 * @throws {Error} when the time is over or giveUp gave a reason
 */
export async function waitUntil(check, { withinMs, everyMs = 50, giveUp }) {
  const deadline = Date.now() + withinMs;
  let lastError;
  for (;;) {
    const reason = giveUp?.();
    if (reason) throw new Error(reason, { cause: lastError });
    try {
      const answer = await check();
      if (answer) return answer;
    } catch (error) {
      lastError = error;
    }
    if (Date.now() > deadline) {
      const why = lastError instanceof Error ? `: ${lastError.message}` : '';
      throw new Error(`no answer within ${Math.round(withinMs / 1000)} s${why}`, { cause: lastError });
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}
