import { Parser } from 'htmlparser2';
import { ConversionError } from '../conversion-error.js';

/** One element of a parsed file: local names only, attributes without a prototype, no comments or processing instructions. */
export type MarkupElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: MarkupNode[];
};
export type MarkupNode = MarkupElement | string;

const MAX_NODES = 2_000_000;
/** Real books nest a few dozen levels. Unclosed tags nest deeper; elements below this depth are flattened. */
const MAX_DEPTH = 120;
const MAX_OPEN_TAGS = 5000;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

const byteOrderMark = (bytes: Uint8Array): string | undefined => {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
};

/** Decodes a markup file by its byte order mark, XML declaration or `meta charset`; else as UTF-8. */
export const decodeMarkup = (bytes: Uint8Array): string => {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  const declared =
    /<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)/i.exec(head) ??
    /<meta[^>]*?charset\s*=\s*["']?([\w.:-]+)/i.exec(head);
  const label = byteOrderMark(bytes) ?? declared?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder('utf-8').decode(bytes);
  }
};

/**
 * Parses XHTML, even malformed, or with `xml` a plain XML file, into a tree of limited size and depth.
 * @throws ConversionError `damaged` for a file with more nodes or open tags than the limits
 */
export const parseMarkup = (text: string, { xml = false } = {}): MarkupElement => {
  const root: MarkupElement = { name: '#document', attributes: {}, children: [] };
  const open: MarkupElement[] = [root];
  let openTags = 0;
  let nodes = 0;
  const count = () => {
    nodes += 1;
    if (nodes > MAX_NODES || openTags > MAX_OPEN_TAGS) {
      throw new ConversionError('damaged', {}, { detail: 'too many nodes or open tags' });
    }
  };
  const parser = new Parser(
    {
      onopentag: (rawName, attribs) => {
        openTags += 1;
        count();
        const attributes = Object.create(null) as Record<string, string>;
        for (const [key, value] of Object.entries(attribs)) {
          attributes[key === 'epub:type' || key.startsWith('xml:') ? key : localName(key)] ??= value;
        }
        const element: MarkupElement = { name: localName(rawName), attributes, children: [] };
        const parent = open[Math.min(open.length, MAX_DEPTH) - 1];
        parent?.children.push(element);
        open.push(element);
      },
      onclosetag: () => {
        openTags -= 1;
        if (open.length > 1) open.pop();
      },
      ontext: (data) => {
        const siblings = open[Math.min(open.length, MAX_DEPTH) - 1]?.children;
        const last = siblings?.length ? siblings[siblings.length - 1] : undefined;
        if (siblings && typeof last === 'string') siblings[siblings.length - 1] = last + data;
        else {
          count();
          siblings?.push(data);
        }
      },
    },
    xml
      ? { xmlMode: true, decodeEntities: true }
      : { recognizeSelfClosing: true, recognizeCDATA: true, decodeEntities: true },
  );
  parser.end(text);
  return root;
};

export const isElement = (node: MarkupNode): node is MarkupElement => typeof node !== 'string';

export const childElements = (element: MarkupElement): MarkupElement[] => element.children.filter(isElement);

/** All descendants of that name, in document order. */
export const descendants = (element: MarkupElement, name: string): MarkupElement[] => {
  const found: MarkupElement[] = [];
  const visit = (node: MarkupElement) => {
    for (const child of node.children) {
      if (!isElement(child)) continue;
      if (child.name === name) found.push(child);
      visit(child);
    }
  };
  visit(element);
  return found;
};

export const firstDescendant = (element: MarkupElement, name: string): MarkupElement | undefined => {
  for (const child of element.children) {
    if (!isElement(child)) continue;
    const found = child.name === name ? child : firstDescendant(child, name);
    if (found) return found;
  }
  return undefined;
};

export const textContent = (node: MarkupNode): string => {
  if (!isElement(node)) return node;
  let text = '';
  for (const child of node.children) text += textContent(child);
  return text;
};

/** Text on one line, for titles and labels. */
export const plainText = (node: MarkupNode): string => tidyText(textContent(node));

/** Collapses whitespace and removes soft hyphens, zero-width spaces and byte order marks; keeps joiners. */
export const tidyText = (text: string): string =>
  text
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();

/** The words of a space-separated attribute such as `class` or `epub:type`. */
export const tokens = (element: MarkupElement, attribute: string): readonly string[] => {
  const value = element.attributes[attribute];
  return value === undefined || value === '' ? NO_TOKENS : value.split(/\s+/).filter(Boolean);
};
const NO_TOKENS: readonly string[] = [];

export const hasClass = (element: MarkupElement, pattern: RegExp): boolean =>
  tokens(element, 'class').some((name) => pattern.test(name));

/** Whether the element has this structural role, by `epub:type` or `role="doc-…"` (EPUB SSV 1.1, DPUB-ARIA 1.1). */
export const hasRole = (element: MarkupElement, ...roles: string[]): boolean =>
  roles.some(
    (role) => tokens(element, 'epub:type').includes(role) || tokens(element, 'role').includes(`doc-${role}`),
  );
