/** What to do with a request, judged by its path alone. */
export type PathVerdict = 'forward' | 'not-found' | { redirectTo: string };

const SEGMENT = /^(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})+$/;
/** Encoded slash, backslash, dot, percent and control characters: our paths have none, attacks do. */
const SUSPICIOUS = /%(?:2f|5c|2e|25|[01][0-9a-f]|7f)/i;

/**
 * Checks the path of an API request. Only plain paths are forwarded, so that gateway and service cannot interpret a path
 * differently. A path without the final slash is redirected (ACC-CONV-13).
 */
export function checkApiPath(url: string): PathVerdict {
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  if (!path.startsWith('/api/')) return 'not-found';
  const hasSlash = path.endsWith('/');
  const segments = path.slice(1, hasSlash ? -1 : undefined).split('/');
  for (const segment of segments) {
    if (segment === '.' || segment === '..' || !SEGMENT.test(segment) || SUSPICIOUS.test(segment))
      return 'not-found';
  }
  if (segments.length < 2) return 'not-found';
  if (hasSlash) return 'forward';
  return { redirectTo: `${path}/${query < 0 ? '' : url.slice(query)}` };
}
