import { HASHED_FOLDER, type Encoding } from './web-files.js';

const ENTRY = '/index.html';

/**
 * The file for a path: the file itself, or the entry page for paths of the client-side router. Null when neither applies: a
 * missing script must not be answered with a page.
 */
export function fileFor(
  pathname: string,
  accept: string | undefined,
  has: (path: string) => boolean,
): string | null {
  const path = decoded(pathname);
  if (path === null) return null;
  if (path === '/') return ENTRY;
  if (has(path)) return path;
  if (path.startsWith(HASHED_FOLDER)) return null;
  if (accept?.includes('text/html')) return ENTRY;
  const isNamedFile = path.slice(path.lastIndexOf('/')).includes('.');
  return !isNamedFile && (accept === undefined || accept.includes('*/*')) ? ENTRY : null;
}

function decoded(pathname: string): string | null {
  try {
    const path = decodeURIComponent(pathname);
    return /[\0\\]/.test(path) ? null : path;
  } catch {
    return null;
  }
}

/** The best available encoding that the client accepts (RFC 9110 §12.5.3). */
export function encodingFor(header: string | undefined, has: (encoding: Encoding) => boolean): Encoding {
  const accepted = new Set<string>();
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    if (!parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))) accepted.add(name);
  }
  if (accepted.has('br') && has('br')) return 'br';
  return accepted.has('gzip') && has('gzip') ? 'gzip' : 'identity';
}

/** True when the client has this version already; weak comparison (RFC 9110 §13.1.2). */
export const isFresh = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
