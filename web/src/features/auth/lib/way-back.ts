import { safeRedirect } from '../../../shared/lib/safe-path.js';

/** Where a person wanted to go before they had to come in: `redirect`, else `callback` (decisions.md G50); null where nowhere. */
export const wayBack = (params: URLSearchParams): string | null =>
  safeRedirect(params.get('redirect')) ?? safeRedirect(params.get('callback'));

/** Another screen on the way in, with the way back and what else it needs to know. */
export const authPath = (
  path: string,
  params: URLSearchParams,
  more: Record<string, string | undefined> = {},
): string => {
  const target = wayBack(params);
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...more, redirect: target ?? undefined })) {
    if (value !== undefined) query.set(name, value);
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
};
