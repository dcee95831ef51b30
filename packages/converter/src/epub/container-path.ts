/** The target of a link inside the container: a path, and the id of an element in that file. */
export type ContainerTarget = { path: string; fragment: string };

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/**
 * Resolves a reference against the file that contains it, as EPUB 3.3 §4.1.5 requires: `..` above the root stays at the
 * root, so that no reference leaves the container.
 * @returns undefined for references outside the container (other schemes, protocol-relative) and malformed ones
 */
export const resolveInContainer = (baseFile: string, reference: string): ContainerTarget | undefined => {
  const trimmed = reference.trim();
  if (SCHEME.test(trimmed) || trimmed.startsWith('//') || trimmed.includes('\\')) return undefined;
  const hash = trimmed.indexOf('#');
  const fragment = hash < 0 ? '' : decode(trimmed.slice(hash + 1));
  const beforeHash = hash < 0 ? trimmed : trimmed.slice(0, hash);
  const relative = decode(beforeHash.split('?', 1)[0] ?? '');
  if (relative.includes('\0') || relative.includes('\\')) return undefined;
  if (relative === '') return { path: baseFile, fragment };
  const segments = relative.startsWith('/') ? [] : baseFile.split('/').slice(0, -1);
  for (const segment of relative.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.length > 0 ? { path: segments.join('/'), fragment } : undefined;
};

/** The address of a web or mail link with the special characters of Markdown encoded; undefined for any other link. */
export const externalHref = (reference: string): string | undefined => {
  const trimmed = reference.trim();
  if (!/^(https?|mailto):/i.test(trimmed) || trimmed.length > 2000) return undefined;
  try {
    return new URL(trimmed).href.replace(
      /[()\s<>|*`$[\]\\]/g,
      (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  } catch {
    return undefined;
  }
};
