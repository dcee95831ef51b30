import { summaryAndTags } from '../metadata/summary-and-tags.js';
import { ConversionError } from '../conversion-error.js';
import type { ConverterContext, Inspection, OutlineEntry } from '../converter.js';
import { parseSExpressions } from './s-expression.js';
import type { SExpression } from './s-expression.js';
import { linesOfZones } from './text-zones.js';
import type { ZoneLine } from './text-zones.js';

/** A page as the file describes it, in pixels. */
export type DjvuPage = {
  width: number;
  height: number;
  dpi: number;
  /** Quarter turns. The text layer of a rotated page does not match its image. */
  rotation: number;
  zones: ZoneLine[];
};

type Tools = Pick<ConverterContext, 'tools' | 'signal' | 'workDir' | 'limits'>;

const READ_TIMEOUT_MS = 15_000;
const RENDER_TIMEOUT_MS = 30_000;
const MEMORY_MB = 1024;
const MAX_TEXT_BYTES = 48 * 1024 * 1024;
/** Declared resolutions outside this range are wrong. */
const MIN_DPI = 50;
const MAX_DPI = 1200;
const DEFAULT_DPI = 300;
const MAX_OUTLINE = 10_000;
const MAX_OUTLINE_LEVEL = 12;

/** Runs a djvused script. Octal escapes are decoded here, so that the output does not depend on the locale. */
const djvused = async (file: string, script: string, context: Tools): Promise<Buffer> => {
  const { stdout, stderr, exitCode } = await context.tools.run('djvused', ['-e', script, file], {
    timeoutMs: READ_TIMEOUT_MS,
    memoryMb: MEMORY_MB,
    maxOutputBytes: MAX_TEXT_BYTES,
    cwd: context.workDir,
    signal: context.signal,
  });
  if (exitCode !== 0) throw new ConversionError('damaged', {}, { detail: `djvused: ${stderr}` });
  return stdout;
};

/** @throws ConversionError `damaged` */
export const countPages = async (file: string, context: Tools): Promise<number> => {
  const pages = Number.parseInt((await djvused(file, 'n', context)).toString('utf8').trim(), 10);
  if (!(pages >= 1)) throw new ConversionError('damaged', {}, { detail: 'no page count' });
  return pages;
};

/** Page numbers (zero-based) by the file names that links use. */
const pagesByName = async (file: string, context: Tools): Promise<Map<string, number>> => {
  const listing = (await djvused(file, 'ls', context)).toString('utf8');
  const pages = new Map<string, number>();
  for (const line of listing.split('\n')) {
    const [, page, name] = /^\s*(\d+)\s+P\s+\d+\s+(.+?)\s*$/.exec(line.slice(0, 500)) ?? [];
    if (page && name) pages.set(name, Number(page) - 1);
  }
  return pages;
};

const isList = (node: SExpression | undefined): node is SExpression[] => Array.isArray(node);
/** Whether a title is the name of a component file, which some programs write in its place. */
const isFileName = (title: string): boolean => /^[^\s]+\.(djvu?|iff)$/i.test(title);

/** The document's outline. The children of an entry without a title or an existing page move up one level. */
export const readOutline = async (
  file: string,
  totalPages: number,
  context: Tools,
): Promise<OutlineEntry[]> => {
  const nodes = parseSExpressions(await djvused(file, 'print-outline', context));
  const bookmarks = nodes.find((node): node is SExpression[] => isList(node) && node[0] === 'bookmarks');
  if (!bookmarks) return [];
  const names = await pagesByName(file, context);
  const entries: OutlineEntry[] = [];
  const pageOf = (url: string): number | undefined => {
    const target = url.startsWith('#') ? url.slice(1) : url;
    const page = names.get(target) ?? (/^\+?\d+$/.test(target) ? Number(target) - 1 : undefined);
    return page !== undefined && page >= 0 && page < totalPages ? page : undefined;
  };
  const visit = (list: readonly SExpression[], level: number): void => {
    for (const node of list) {
      if (!isList(node) || entries.length >= MAX_OUTLINE || level > MAX_OUTLINE_LEVEL) continue;
      const [title, url, ...children] = node;
      const page = typeof url === 'string' ? pageOf(url) : undefined;
      const text = typeof title === 'string' ? title.replace(/\s+/g, ' ').trim() : '';
      const isEntry = page !== undefined && text !== '' && !isFileName(text);
      if (isEntry) entries.push({ title: text.slice(0, 500), level, page });
      visit(children, isEntry ? level + 1 : level);
    }
  };
  visit(bookmarks.slice(1), 1);
  return entries;
};

/** Title, author, year, subject and keywords from the metadata annotation, which uses BibTeX names (DjVu 3, "metadata"). */
export const readMetadata = async (
  file: string,
  context: Tools,
): Promise<Pick<Inspection, 'title' | 'authors' | 'year' | 'summary' | 'tags'>> => {
  const fields = new Map<string, string>();
  const nodes = parseSExpressions(await djvused(file, 'print-meta', context));
  for (const [index, node] of nodes.entries()) {
    const value = nodes[index + 1];
    if (index % 2 === 0 && typeof node === 'string' && typeof value === 'string') {
      fields.set(node.toLowerCase(), value.replace(/\s+/g, ' ').trim());
    }
  }
  const title = fields.get('title');
  const author = fields.get('author');
  const year = Number(/\b(1[0-9]{3}|20[0-9]{2})\b/.exec(fields.get('year') ?? fields.get('date') ?? '')?.[1]);
  return {
    ...(title && !isFileName(title) ? { title: title.slice(0, 500) } : {}),
    ...(author
      ? {
          authors: author
            .split(/\s*(?:;|\band\b)\s*/)
            .filter(Boolean)
            .slice(0, 20)
            .map((name) => name.slice(0, 200)),
        }
      : {}),
    ...(Number.isNaN(year) ? {} : { year }),
    ...summaryAndTags({
      subject: fields.get('abstract') ?? fields.get('description') ?? fields.get('subject') ?? '',
      keywords: [fields.get('keywords') ?? ''],
    }),
  };
};

/**
 * Size, resolution and text layer of a page (zero-based).
 * @throws ConversionError `damaged` when the page does not exist
 */
export const readPage = async (file: string, pageNumber: number, context: Tools): Promise<DjvuPage> => {
  const output = await djvused(file, `select ${pageNumber + 1}; dump; size; print-txt`, context);
  const head = output.subarray(0, 64 * 1024).toString('latin1');
  const [, w, h, resolution] = /INFO \[\d+\]\s+DjVu (\d+)x(\d+)(?:,[^\n]*?(\d+) dpi)?/.exec(head) ?? [];
  const width = Number(w);
  const height = Number(h);
  if (!(width >= 1 && height >= 1))
    throw new ConversionError('damaged', {}, { detail: 'the page has no size' });
  const dpi = Number(resolution);
  const sizeLine = /^width=\d+ height=\d+(?: rotation=(\d))?.*$/m.exec(head);
  const textFrom = sizeLine ? sizeLine.index + sizeLine[0].length : output.length;
  return {
    width,
    height,
    dpi: dpi >= MIN_DPI && dpi <= MAX_DPI ? dpi : DEFAULT_DPI,
    rotation: Number(sizeLine?.[1] ?? 0),
    zones: zonesOf(output.subarray(textFrom), { width, height }),
  };
};

/** The text layers of several pages (zero-based) in one call, for their words only; the boxes have no meaning. */
export const readZones = async (
  file: string,
  pageNumbers: readonly number[],
  context: Tools,
): Promise<ZoneLine[]> => {
  const script = pageNumbers.map((pageNumber) => `select ${pageNumber + 1}; print-txt`).join('; ');
  return zonesOf(await djvused(file, script, context), { width: 1, height: 1 });
};

/** Lines of a text layer. An unreadable layer counts as none, since OCR can still read the page. */
const zonesOf = (text: Buffer, page: { width: number; height: number }): ZoneLine[] => {
  try {
    return linesOfZones(parseSExpressions(text), page);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
};

/**
 * Renders a page (zero-based) as a binary PGM or PPM that fits into the given size, with the same proportions.
 * @throws ConversionError `page_too_large`, `timed_out`, `damaged` when ddjvu renders nothing
 */
export const renderDjvu = async (
  file: string,
  pageNumber: number,
  size: { width: number; height: number },
  isGrey: boolean,
  context: Tools,
): Promise<Buffer> => {
  const args = [
    `-format=${isGrey ? 'pgm' : 'ppm'}`,
    `-page=${pageNumber + 1}`,
    `-size=${Math.max(1, Math.round(size.width))}x${Math.max(1, Math.round(size.height))}`,
    file,
  ];
  try {
    const { stdout, stderr, exitCode } = await context.tools.run('ddjvu', args, {
      timeoutMs: RENDER_TIMEOUT_MS,
      memoryMb: MEMORY_MB,
      maxOutputBytes: Math.ceil(size.width + 2) * Math.ceil(size.height + 2) * (isGrey ? 1 : 3) + 1024,
      cwd: context.workDir,
      signal: context.signal,
    });
    if (stdout.length < 16)
      throw new ConversionError('damaged', {}, { detail: `ddjvu ${exitCode}: ${stderr}` });
    return stdout;
  } catch (error) {
    if (error instanceof ConversionError && error.reason === 'out_of_memory') {
      throw new ConversionError('page_too_large', {}, { cause: error });
    }
    throw error;
  }
};
