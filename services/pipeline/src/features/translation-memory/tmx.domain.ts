import { SaxesParser } from 'saxes';
import { TARGET_LANGUAGE } from '@hamkhan/contracts/languages';

/** Why a TMX file was not taken; with a line where there is one. */
export type TmxProblem =
  'encoding' | 'not_xml' | 'not_tmx' | 'doctype' | 'too_deep' | 'too_large' | 'too_many_units' | 'no_pairs';

export class TmxError extends Error {
  constructor(
    readonly problem: TmxProblem,
    readonly line?: number,
  ) {
    super(`TMX: ${problem}${line === undefined ? '' : ` in line ${line}`}`);
    this.name = 'TmxError';
  }
}

export type TmxPair = { source: string; target: string };
/** What came out of one part of the file: pairs of the wanted languages, and how many units had none. */
export type TmxPart = { pairs: TmxPair[]; skipped: number };
export type TmxLimits = { maxBytes: number; maxUnits: number; maxSegmentLength: number };
export const TMX_LIMITS: TmxLimits = {
  maxBytes: 64 * 1024 * 1024,
  maxUnits: 500_000,
  maxSegmentLength: 20_000,
};

const MAX_DEPTH = 32;
/** Elements of TMX 1.4b whose content is formatting code of another program, not text. */
const CODE_ELEMENTS: ReadonlySet<string> = new Set(['bpt', 'ept', 'ph', 'it', 'ut', 'sub']);
const primary = (language: string): string => language.toLowerCase().split(/[-_]/)[0] ?? '';

/** UTF-8, or UTF-16 by its byte order mark, as the TMX 1.4b specification has it. */
async function* decode(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let size = 0;
  try {
    for await (const chunk of chunks) {
      size += chunk.byteLength;
      if (size > maxBytes) throw new TmxError('too_large');
      if (!decoder) {
        const encoding =
          chunk[0] === 0xff && chunk[1] === 0xfe
            ? 'utf-16le'
            : chunk[0] === 0xfe && chunk[1] === 0xff
              ? 'utf-16be'
              : 'utf-8';
        decoder = new TextDecoder(encoding, { fatal: true });
      }
      yield decoder.decode(chunk, { stream: true });
    }
    if (decoder) yield decoder.decode();
  } catch (error) {
    const { code } = error as { code?: unknown };
    throw code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? new TmxError('encoding') : error;
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

type Variant = { language: string; text: string };

/**
 * Reads TMX 1.4b as a stream, part by part. Strict XML; a document type with declarations of its own is refused, none is ever
 * loaded, and no entity but XML's five is known. Inline codes are dropped, highlighted text is kept.
 * @throws TmxError
 */
export async function* readTmx(
  chunks: AsyncIterable<Uint8Array>,
  source: string,
  limits: TmxLimits = TMX_LIMITS,
): AsyncGenerator<TmxPart> {
  const parser = new SaxesParser({ position: true });
  let failure: TmxError | undefined;
  const fail = (problem: TmxProblem) => {
    failure ??= new TmxError(problem, parser.line);
  };
  const path: string[] = [];
  let codeDepth = 0;
  let units = 0;
  let found = 0;
  let part: TmxPart = { pairs: [], skipped: 0 };
  let variants: Variant[] = [];
  let current: Variant | undefined;

  const endUnit = () => {
    const from = variants.find(({ language }) => primary(language) === source);
    const to = variants.find(({ language }) => primary(language) === TARGET_LANGUAGE);
    const isUsable =
      from !== undefined &&
      to !== undefined &&
      from.text.trim() !== '' &&
      to.text.trim() !== '' &&
      Math.max(from.text.length, to.text.length) <= limits.maxSegmentLength;
    if (isUsable) part.pairs.push({ source: from.text.trim(), target: to.text.trim() });
    else part.skipped += 1;
    variants = [];
    units += 1;
    if (units > limits.maxUnits) fail('too_many_units');
  };

  parser.on('error', () => fail('not_xml'));
  parser.on('doctype', (doctype) => {
    if (/[[\]]|ENTITY/u.test(doctype)) fail('doctype');
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (path.length === 0 && name !== 'tmx') fail('not_tmx');
    if (path.length >= MAX_DEPTH) fail('too_deep');
    path.push(name);
    if (name === 'tuv' && path.at(-2) === 'tu')
      current = { language: textOf(attributes['xml:lang'] ?? attributes['lang']), text: '' };
    if (CODE_ELEMENTS.has(name)) codeDepth += 1;
  });
  parser.on('closetag', ({ name }) => {
    path.pop();
    if (CODE_ELEMENTS.has(name)) codeDepth -= 1;
    if (name === 'tuv' && current) {
      variants.push(current);
      current = undefined;
    }
    if (name === 'tu') endUnit();
  });
  const onText = (text: string) => {
    if (current && codeDepth === 0 && path.includes('seg') && current.text.length <= limits.maxSegmentLength)
      current.text += text;
  };
  parser.on('text', onText);
  parser.on('cdata', onText);

  const feed = (work: () => void): TmxPart => {
    part = { pairs: [], skipped: 0 };
    work();
    if (failure) throw failure;
    found += part.pairs.length;
    return part;
  };
  for await (const text of decode(chunks, limits.maxBytes)) yield feed(() => parser.write(text));
  yield feed(() => parser.close());
  if (found === 0) throw new TmxError('no_pairs');
}

/** Characters that have no place in XML 1.0 (section 2.2). */
const isXmlChar = (char: string): boolean => {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x20) return code === 9 || code === 10 || code === 13;
  return !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff;
};
const escapeXml = (text: string): string =>
  [...text]
    .filter(isXmlChar)
    .join('')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
const escapeAttribute = (text: string): string => escapeXml(text).replaceAll('"', '&quot;');

export type TmxExportPair = TmxPair & { changedAt: Date; origin: string };

/** Date and time as TMX 1.4b writes them, e.g. 20250131T235900Z. */
const tmxDate = (date: Date): string => date.toISOString().replace(/[-:]|\.\d+/g, '');

/** Writes TMX 1.4b, piece by piece. */
export async function* writeTmx(
  pairs: AsyncIterable<TmxExportPair>,
  header: { source: string; level: number; createdAt: Date },
): AsyncGenerator<string> {
  const source = escapeAttribute(header.source);
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4">\n  <header creationtool="hamkhan" creationtoolversion="1" segtype="block" o-tmf="hamkhan" adminlang="en" srclang="${source}" datatype="plaintext" creationdate="${tmxDate(header.createdAt)}">\n    <prop type="x-level">${header.level}</prop>\n  </header>\n  <body>\n`;
  for await (const pair of pairs)
    yield `    <tu changedate="${tmxDate(pair.changedAt)}">\n      <prop type="x-origin">${escapeXml(pair.origin)}</prop>\n      <tuv xml:lang="${source}"><seg>${escapeXml(pair.source)}</seg></tuv>\n      <tuv xml:lang="${TARGET_LANGUAGE}"><seg>${escapeXml(pair.target)}</seg></tuv>\n    </tu>\n`;
  yield '  </body>\n</tmx>\n';
}
