/** What becomes of a call by its path alone. */
export type PathVerdict = 'forward' | 'missing' | { redirectTo: string };

const SEGMENT = /^(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})+$/;
/** Encoded slash, backslash, dot, percent, zero and control characters: no name of ours has them, only tricks do. */
const TRICK = /%(?:2f|5c|2e|25|[01][0-9a-f]|7f)/i;

/**
 * Judges the target of a call to the API. Only plain paths are passed on, so that we and a service can never read one path
 * in two ways. One without its final slash is sent to the one with it (ACC-CONV-13).
 */
export function judgeApiPath(url: string): PathVerdict {
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  if (!path.startsWith('/api/')) return 'missing';
  const hasSlash = path.endsWith('/');
  const segments = path.slice(1, hasSlash ? -1 : undefined).split('/');
  for (const segment of segments) {
    if (segment === '.' || segment === '..' || !SEGMENT.test(segment) || TRICK.test(segment))
      return 'missing';
  }
  if (segments.length < 2) return 'missing';
  if (hasSlash) return 'forward';
  return { redirectTo: `${path}/${query < 0 ? '' : url.slice(query)}` };
}
