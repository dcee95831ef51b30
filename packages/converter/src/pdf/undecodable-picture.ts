import type { ConverterContext } from '../converter.js';

const TIMEOUT_MS = 15_000;
const MEMORY_MB = 1_024;
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;
/** Enough to decode every picture of the page. */
const DPI = 18;
/** What poppler reports about a picture, its filters or its stream; other complaints (fonts, operators) leave pictures as they are. */
const PICTURE_ERROR =
  /jpe?g|jp2|j2k|jpx|jbig2|ccitt|flate|lzw|run ?length|dct|filter|stream|xobject|image|predictor|colou?r ?space/i;

/**
 * Whether poppler fails to decode a picture of a page (0-based). Ask for pages that look empty: poppler and pdf.js leave such a picture out,
 * and a page that has nothing else looks blank. Complaints about the document as a whole don't count.
 */
export async function hasUndecodablePicture(
  file: string,
  pageNumber: number,
  context: Pick<ConverterContext, 'tools' | 'signal' | 'workDir'>,
): Promise<boolean> {
  const page = String(pageNumber + 1);
  const drawing = ['-f', page, '-l', page, '-r', String(DPI), '-gray', '-cropbox', file];
  const errors = await errorsOf('pdftoppm', drawing, context);
  if (!errors.some((line) => PICTURE_ERROR.test(line))) return false;
  const known = new Set(await errorsOf('pdfinfo', [file], context));
  return errors.some((line) => PICTURE_ERROR.test(line) && !known.has(line));
}

async function errorsOf(
  program: string,
  args: readonly string[],
  { tools, signal, workDir }: Pick<ConverterContext, 'tools' | 'signal' | 'workDir'>,
): Promise<string[]> {
  const { stderr } = await tools.run(program, args, {
    timeoutMs: TIMEOUT_MS,
    memoryMb: MEMORY_MB,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    cwd: workDir,
    signal,
  });
  return stderr.split('\n').filter((line) => line !== '');
}
