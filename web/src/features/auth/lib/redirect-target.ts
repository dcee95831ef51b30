import { safeRedirect } from '../../../shared/lib/safe-path.js';

/** The path to open after sign-in: the `redirect` parameter, else `callback` (decisions.md G50); null if neither is safe. */
export const redirectTarget = (params: URLSearchParams): string | null =>
  safeRedirect(params.get('redirect')) ?? safeRedirect(params.get('callback'));

/** URL of another screen of the sign-in flow; it carries the redirect target and the parameters in `more`. */
export const authPath = (
  path: string,
  params: URLSearchParams,
  more: Record<string, string | undefined> = {},
): string => {
  const target = redirectTarget(params);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...more, redirect: target ?? undefined })) {
    if (value !== undefined) query.set(name, value);
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
};
