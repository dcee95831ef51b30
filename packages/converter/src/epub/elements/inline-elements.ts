import { externalHref } from '../container-path.js';
import { superscript } from '../inline/script-characters.js';
import { hasRole, plainText } from '../markup.js';
import type { ElementHandler } from './element-handler.js';

/** Arrows that link back from a note, with or without a variation selector. */
const BACKLINK = /^(?:[\s\u2191\u21a9\u21b5\u23ce^]|\ufe0e|\ufe0f)+$/;
const DEFAULT_QUOTES = ['“', '”'] as const;
const QUOTES: Record<string, readonly [string, string]> = {
  de: ['„', '“'],
  fr: ['« ', ' »'],
  ru: ['«', '»'],
  es: ['«', '»'],
  pt: ['«', '»'],
  ar: ['«', '»'],
  zh: ['“', '”'],
};

export const readLineBreak: ElementHandler = (_, { sink }) => {
  sink.addBreak();
};

export const readSuperscript: ElementHandler = (element, { state, sink, reader }) => {
  reader.readChildren(element, { ...state, script: 'super' }, sink);
};

export const readSubscript: ElementHandler = (element, { state, sink, reader }) => {
  reader.readChildren(element, { ...state, script: 'sub' }, sink);
};

export const readQuote: ElementHandler = (element, { state, sink, reader }) => {
  const [open, close] = QUOTES[reader.context.language.slice(0, 2)] ?? DEFAULT_QUOTES;
  sink.addText(open, state);
  reader.readChildren(element, state, sink);
  sink.addText(close, state);
};

/** Reads an `a`: a note reference becomes a marker, a backlink is dropped, a web link stays a link. */
export const readLink: ElementHandler = (element, { state, sink, reader }) => {
  sink.addAnchor(element.attributes['id'] ? undefined : element.attributes['name']);
  const reference = element.attributes['href'] ?? '';
  const label = plainText(element);
  if (hasRole(element, 'backlink') || (label !== '' && BACKLINK.test(label))) return;
  if (hasRole(element, 'noteref')) {
    const target = reader.context.resolve(reference);
    const marker = superscript(label);
    if (target?.fragment) sink.addNote({ target: `${target.path}#${target.fragment}`, marker });
    sink.addText(marker, { ...state, script: undefined });
    return;
  }
  const href = state.headingRank === undefined ? externalHref(reference) : undefined;
  reader.readChildren(element, href ? { ...state, href } : state, sink);
};
