import { ConversionError } from '../conversion-error.js';
import type { ConverterContext } from '../converter.js';

const RENDER_TIMEOUT_MS = 25_000;
const RENDER_MEMORY_MB = 1024;

/** The resolution (dpi) at which a page of this size (points) stays within the pixel limit. */
export const boundedDpi = (
  size: { width: number; height: number },
  wanted: number,
  maxPixels: number,
): number => {
  const pixels = (size.width / 72) * (size.height / 72) * wanted * wanted;
  return pixels <= maxPixels ? wanted : Math.max(18, Math.floor(wanted * Math.sqrt(maxPixels / pixels)));
};

type Tools = Pick<ConverterContext, 'tools' | 'limits' | 'signal' | 'workDir'>;

/**
 * Renders one page (0-based) with poppler into a binary PGM or PPM file's bytes.
 * @param dpi must keep the page within the pixel limit: see `boundedDpi`
 * @throws ConversionError `page_too_large` when poppler runs out of memory, `timed_out`, `damaged` when it draws nothing
 */
export const renderPnm = (
  file: string,
  pageNumber: number,
  dpi: number,
  isGrey: boolean,
  context: Tools,
): Promise<Buffer> =>
  render(file, pageNumber, ['-r', String(dpi), ...(isGrey ? ['-gray'] : [])], isGrey ? 1 : 3, context);

/** Renders one page (0-based) in colour, `width` pixels wide; a page beyond the pixel limit fails as in `renderPnm`. */
export const renderWide = (
  file: string,
  pageNumber: number,
  width: number,
  context: Tools,
): Promise<Buffer> =>
  render(file, pageNumber, ['-scale-to-x', String(width), '-scale-to-y', '-1'], 3, context);

const render = async (
  file: string,
  pageNumber: number,
  scale: readonly string[],
  channels: 1 | 3,
  context: Tools,
): Promise<Buffer> => {
  const page = String(pageNumber + 1);
  const args = ['-f', page, '-l', page, ...scale, '-cropbox', '-q', file];
  try {
    const { stdout, exitCode, stderr } = await context.tools.run('pdftoppm', args, {
      timeoutMs: RENDER_TIMEOUT_MS,
      memoryMb: RENDER_MEMORY_MB,
      maxOutputBytes: context.limits.maxPixels * channels + 1024,
      cwd: context.workDir,
      signal: context.signal,
    });
    if (stdout.length < 16) {
      const isMemory = /out of memory|bad_alloc|memory/i.test(stderr);
      throw new ConversionError(
        isMemory ? 'page_too_large' : 'damaged',
        {},
        { detail: `pdftoppm ${exitCode}: ${stderr}` },
      );
    }
    return stdout;
  } catch (error) {
    if (error instanceof ConversionError && error.reason === 'out_of_memory') {
      throw new ConversionError('page_too_large', {}, { cause: error });
    }
    throw error;
  }
};
