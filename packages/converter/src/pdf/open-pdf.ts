import { open, readFile, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { ConversionError } from '../conversion-error.js';
import type { ConverterLimits } from '../converter.js';

/** Larger files are read in ranges as they are needed. */
const MAX_WHOLE_FILE_BYTES = 32 * 1024 * 1024;
const RANGE_BYTES = 256 * 1024;

/** pdf.js hands each font to the browser. Nothing is drawn here, so the fonts are dropped. */
class UnusedFontFace {
  readonly loaded = Promise.resolve();
}
const unusedDocument = { fonts: new Set<unknown>() };

const pdfjsFolder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const folderUrl = (name: string): string => `${join(pdfjsFolder, name)}/`;

/**
 * Opens a PDF, also a damaged one that pdf.js can repair.
 *
 * @throws ConversionError `empty`, `wrong_type` when the content is not a PDF, `encrypted` when reading needs a password,
 * `damaged` otherwise
 */
export const openPdf = async (file: string, limits: ConverterLimits): Promise<PDFDocumentProxy> => {
  Object.assign(globalThis, { FontFace: UnusedFontFace });
  const { size } = await stat(file);
  if (size === 0) throw new ConversionError('empty');
  if (!(await hasPdfHeader(file))) throw new ConversionError('wrong_type');
  const source =
    size <= MAX_WHOLE_FILE_BYTES
      ? { data: new Uint8Array(await readFile(file)) }
      : { url: pathToFileURL(file).href, disableAutoFetch: true, rangeChunkSize: RANGE_BYTES };
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
