/**
 * Calls `look` repeatedly until it returns something other than undefined, null or false, and returns that.
 * @throws after `deadlineMs` milliseconds, naming `what` was waited for and the last failure of `look`.
 */
export async function waitFor<T>(
  what: string,
  look: () => Promise<T> | T,
  deadlineMs = 20_000,
): Promise<Exclude<T, undefined | null | false>> {
  const end = Date.now() + deadlineMs;
  let failure: unknown;
  for (;;) {
    try {
      const seen = await look();
      if (seen !== undefined && seen !== null && seen !== false) {
        return seen as Exclude<T, undefined | null | false>;
      }
      failure = undefined;
    } catch (error) {
      failure = error;
    }
    if (Date.now() > end) {
      throw new Error(`waited ${deadlineMs} ms for ${what}`, { cause: failure });
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
