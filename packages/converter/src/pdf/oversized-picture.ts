import type { ConverterContext } from '../converter.js';

const LIST_TIMEOUT_MS = 10_000;
const LIST_MEMORY_MB = 512;
const WIDTH_AT = 3;
const HEIGHT_AT = 4;

/**
 * Whether a page (0-based) shows a picture of more pixels than the limit. PDF.js leaves such a picture out without a word, so a
 * page that is nothing else would pass for a blank one. The sizes are read from the file, nothing is decoded.
 */
export async function hasOversizedPicture(
  file: string,
  pageNumber: number,
  { tools, limits, signal }: Pick<ConverterContext, 'tools' | 'limits' | 'signal'>,
): Promise<boolean> {
  const page = String(pageNumber + 1);
  const { stdout, exitCode } = await tools.run('pdfimages', ['-list', '-f', page, '-l', page, file], {
    timeoutMs: LIST_TIMEOUT_MS,
    memoryMb: LIST_MEMORY_MB,
    signal,
  });
  if (exitCode !== 0) return false;
  return stdout
    .toString('utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .some((cells) => Number(cells[WIDTH_AT]) * Number(cells[HEIGHT_AT]) > limits.maxPixels);
}
