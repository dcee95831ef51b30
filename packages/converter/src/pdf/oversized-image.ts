import type { ConverterContext } from '../converter.js';

const TIMEOUT_MS = 10_000;
const MEMORY_MB = 512;
const WIDTH_COLUMN = 3;
const HEIGHT_COLUMN = 4;

/**
 * Whether a page (0-based) has an image with more pixels than the limit. pdf.js leaves such an image out silently, so a page that
 * holds nothing else would seem blank. Reads the sizes that the file declares and decodes nothing.
 */
export async function hasOversizedImage(
  file: string,
  pageNumber: number,
  { tools, limits, signal }: Pick<ConverterContext, 'tools' | 'limits' | 'signal'>,
): Promise<boolean> {
  const page = String(pageNumber + 1);
  const { stdout, exitCode } = await tools.run('pdfimages', ['-list', '-f', page, '-l', page, file], {
    timeoutMs: TIMEOUT_MS,
    memoryMb: MEMORY_MB,
    signal,
  });
  if (exitCode !== 0) return false;
  return stdout
    .toString('utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .some((cells) => Number(cells[WIDTH_COLUMN]) * Number(cells[HEIGHT_COLUMN]) > limits.maxPixels);
}
