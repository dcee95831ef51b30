import { SaxesParser } from 'saxes';
import { TARGET_LANGUAGE } from '@hamkhan/contracts/languages';

/** Why a TMX file was rejected. */
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
/** The result of one part of a file: pairs of the two languages, and how many units had none. */
export type TmxPart = { pairs: TmxPair[]; skipped: number };
export type TmxLimits = { maxBytes: number; maxUnits: number; maxSegmentLength: number };
export const TMX_LIMITS: TmxLimits = {
  maxBytes: 64 * 1024 * 1024,
  maxUnits: 500_000,
  maxSegmentLength: 20_000,
};

const MAX_DEPTH = 32;
/** Elements of TMX 1.4b whose content is formatting code, not text. */
const CODE_ELEMENTS: ReadonlySet<string> = new Set(['bpt', 'ept', 'ph', 'it', 'ut', 'sub']);
const primary = (language: string): string => language.toLowerCase().split(/[-_]/)[0] ?? '';

/** Decodes UTF-8, or UTF-16 with a byte order mark (TMX 1.4b). */
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
 * Collects the pairs of a TMX file. A document type with declarations is rejected, none is loaded, and only XML's five entities are
 * known. Drops inline codes and keeps highlighted text.
 */
class TmxParser {
  private readonly parser = new SaxesParser({ position: true });
  private failure: TmxError | undefined;
  /** Names of the open elements. */
  private readonly path: string[] = [];
  private codeDepth = 0;
  private units = 0;
  private part: TmxPart = { pairs: [], skipped: 0 };
  private variants: Variant[] = [];
  private current: Variant | undefined;

  constructor(
    private readonly source: string,
    private readonly limits: TmxLimits,
  ) {
    this.parser.on('error', () => this.fail('not_xml'));
    this.parser.on('doctype', (doctype) => {
      if (/[[\]]|ENTITY/u.test(doctype)) this.fail('doctype');
    });
    this.parser.on('opentag', ({ name, attributes }) => {
      this.open(name, textOf(attributes['xml:lang'] ?? attributes['lang']));
    });
    this.parser.on('closetag', ({ name }) => this.close(name));
    this.parser.on('text', (text) => this.addText(text));
    this.parser.on('cdata', (text) => this.addText(text));
  }

  /** Parses the next characters of the file. @throws TmxError */
  write(text: string): TmxPart {
    this.parser.write(text);
    return this.takePart();
  }

  /** Checks the end of the file. @throws TmxError */
  end(): TmxPart {
    this.parser.close();
    return this.takePart();
  }

  private takePart(): TmxPart {
    if (this.failure) throw this.failure;
    const { part } = this;
    this.part = { pairs: [], skipped: 0 };
    return part;
  }

  private fail(problem: TmxProblem): void {
    this.failure ??= new TmxError(problem, this.parser.line);
  }

  private open(name: string, language: string): void {
    if (this.path.length === 0 && name !== 'tmx') this.fail('not_tmx');
    if (this.path.length >= MAX_DEPTH) this.fail('too_deep');
    this.path.push(name);
    if (name === 'tuv' && this.path.at(-2) === 'tu') this.current = { language, text: '' };
    if (CODE_ELEMENTS.has(name)) this.codeDepth += 1;
  }

  private close(name: string): void {
    this.path.pop();
    if (CODE_ELEMENTS.has(name)) this.codeDepth -= 1;
    if (name === 'tuv' && this.current) {
      this.variants.push(this.current);
      this.current = undefined;
    }
    if (name === 'tu') this.endUnit();
  }

  private addText(text: string): void {
    if (this.failure || !this.current || this.codeDepth > 0 || !this.path.includes('seg')) return;
    if (this.current.text.length <= this.limits.maxSegmentLength) this.current.text += text;
  }

  private endUnit(): void {
    const variantIn = (language: string) =>
      this.variants.find((one) => primary(one.language) === language)?.text ?? '';
    const [source, target] = [variantIn(this.source), variantIn(TARGET_LANGUAGE)];
    const isUsable =
      source.trim() !== '' &&
      target.trim() !== '' &&
      Math.max(source.length, target.length) <= this.limits.maxSegmentLength;
    if (isUsable) this.part.pairs.push({ source: source.trim(), target: target.trim() });
    else this.part.skipped += 1;
    this.variants = [];
    this.units += 1;
    if (this.units > this.limits.maxUnits) this.fail('too_many_units');
  }
}

/** Reads TMX 1.4b as a stream. @throws TmxError */
export async function* readTmx(
  chunks: AsyncIterable<Uint8Array>,
  source: string,
  limits: TmxLimits = TMX_LIMITS,
): AsyncGenerator<TmxPart> {
  const parser = new TmxParser(source, limits);
  let hasPairs = false;
  for await (const text of decode(chunks, limits.maxBytes)) {
    const part = parser.write(text);
    hasPairs ||= part.pairs.length > 0;
    yield part;
  }
  const last = parser.end();
  yield last;
  if (!hasPairs && last.pairs.length === 0) throw new TmxError('no_pairs');
}

/** Whether XML 1.0 allows a character (section 2.2). */
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

/** Date and time in the format of TMX 1.4b, e.g. 20250131T235900Z. */
const tmxDate = (date: Date): string => date.toISOString().replace(/[-:]|\.\d+/g, '');

/** Writes TMX 1.4b in parts. */
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
