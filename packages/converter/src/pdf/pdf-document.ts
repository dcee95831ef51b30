import { open, readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AnnotationMode, getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PageViewport, PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Box } from '../layout/geometry/box.js';
import { ConversionError } from '../conversion-error.js';
import type { ConverterLimits } from '../converter.js';
import type { Glyph, PageGraphics } from './page-graphics.js';
import { readPageGraphics } from './read-page-graphics.js';
import type { Turn } from './turned-page.js';
import { isTurnedPage } from './turned-page.js';

export type PageLink = Box & { url: string };
/** `graphics` and `links` are upright: turned by `turn` where the page as it is `shown` has its text lying. */
export type LoadedPage = {
  graphics: PageGraphics;
  links: PageLink[];
  turn: Turn;
  shown: { width: number; height: number };
  /** Text that lies on an upright page (heads of narrow columns), as read with the page turned. */
  lying: { turn: Turn; graphics: PageGraphics }[];
};

/** Larger files are read in pieces as they are needed. */
const WHOLE_FILE_BYTES = 32 * 1024 * 1024;

/** pdf.js wants to hand each font to the browser; here nothing is drawn, so the fonts go nowhere. */
class UnusedFontFace {
  readonly loaded = Promise.resolve();
}
const unusedDocument = { fonts: new Set<unknown>() };

const pdfjsFolder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const folderUrl = (name: string): string => `${join(pdfjsFolder, name)}/`;

/**
 * Opens a PDF. Damaged files that pdf.js can repair are opened.
 * @throws ConversionError `empty`, `wrong_type` when it isn't a PDF inside, `encrypted` when it needs a password to be read,
 * `damaged` otherwise
 */
export const openPdf = async (file: string, limits: ConverterLimits): Promise<PDFDocumentProxy> => {
  Object.assign(globalThis, { FontFace: UnusedFontFace });
  const { size } = await stat(file);
  if (size === 0) throw new ConversionError('empty');
  if (!(await hasPdfHeader(file))) throw new ConversionError('wrong_type');
  const source =
    size <= WHOLE_FILE_BYTES
      ? { data: new Uint8Array(await readFile(file)) }
      : { url: pathToFileURL(file).href, disableAutoFetch: true, rangeChunkSize: 256 * 1024 };
  try {
    return await getDocument({
      ...source,
      verbosity: VerbosityLevel.ERRORS,
      isEvalSupported: false,
      useSystemFonts: false,
      useWorkerFetch: false,
      disableFontFace: false,
      enableXfa: false,
      stopAtErrors: false,
      maxImageSize: limits.maxPixels,
      ownerDocument: unusedDocument as never,
      cMapUrl: folderUrl('cmaps'),
      cMapPacked: true,
      standardFontDataUrl: folderUrl('standard_fonts'),
      wasmUrl: folderUrl('wasm'),
    }).promise;
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') {
      throw new ConversionError('encrypted', {}, { cause: error });
    }
    throw new ConversionError('damaged', {}, { cause: error, detail: String(error) });
  }
};

/** Readers accept the header anywhere in the first 1024 bytes (ISO 32000-1, annex H.3, note 13). */
const hasPdfHeader = async (file: string): Promise<boolean> => {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(1024), 0, 1024, 0);
    return buffer.subarray(0, bytesRead).includes('%PDF-');
  } finally {
    await handle.close();
  }
};

/** Reads one page (0-based) into glyphs, lines, images and links. */
export const loadPage = async (document: PDFDocumentProxy, pageNumber: number): Promise<LoadedPage> => {
  const page = await document.getPage(pageNumber + 1);
  try {
    const [operators, annotations] = await Promise.all([
      page.getOperatorList({ annotationMode: AnnotationMode.DISABLE }),
      page.getAnnotations({ intent: 'display' }).catch(() => []),
    ]);
    const fontOf = (id: string): unknown => {
      const store = page.commonObjs as { has(id: string): boolean; get(id: string): unknown };
      return store.has(id) ? store.get(id) : null;
    };
    const viewportOf = (turn: Turn): PageViewport =>
      page.getViewport({ scale: 1, rotation: (page.rotate + turn) % 360 });
    const read = (turn: Turn): { turn: Turn; graphics: PageGraphics } => ({
      turn,
      graphics: readPageGraphics(operators, fontOf, viewportOf(turn)),
    });
    const asShown = read(0);
    const { width, height, turned } = asShown.graphics;
    const lying = lettersOf(turned) >= LEAST_LYING ? ([90, 270] as const).map(read) : [];
    const isTurned = isTurnedPage(lettersOf(asShown.graphics.glyphs), lettersOf(turned));
    const best = isTurned
      ? lying.reduce((a, b) => (lettersOf(b.graphics.glyphs) > lettersOf(a.graphics.glyphs) ? b : a))
      : asShown;
    const viewport = viewportOf(best.turn);
    return {
      ...best,
      links: readLinks(annotations, (rect) => viewport.convertToViewportRectangle(rect)),
      shown: { width, height },
      lying: isTurned ? [] : lying,
    };
  } finally {
    page.cleanup();
  }
};

const LEAST_LYING = 4;
const lettersOf = (glyphs: readonly Glyph[]): number => glyphs.filter((glyph) => glyph.text !== ' ').length;

const MAX_LINKS = 2000;
const MAX_URL = 2000;

const readLinks = (annotations: readonly unknown[], toPage: (rect: number[]) => unknown[]): PageLink[] => {
  const links: PageLink[] = [];
  for (const annotation of annotations.slice(0, MAX_LINKS)) {
    if (typeof annotation !== 'object' || annotation === null) continue;
    const { subtype, url, rect } = annotation as { subtype?: unknown; url?: unknown; rect?: unknown };
    if (
      subtype !== 'Link' ||
      typeof url !== 'string' ||
      url.length > MAX_URL ||
      !/^(?:https?|mailto):/i.test(url)
    )
      continue;
    if (!Array.isArray(rect) || rect.length !== 4) continue;
    const [a = 0, b = 0, c = 0, d = 0] = toPage(rect as number[]).map(Number);
    links.push({ x0: Math.min(a, c), y0: Math.min(b, d), x1: Math.max(a, c), y1: Math.max(b, d), url });
  }
  return links;
};
