import { open } from 'node:fs/promises';
import { ConversionError } from '../conversion-error.js';

const HEAD_BYTES = 64;
const BUNDLED = 0x80;

/**
 * Checks the file header before any tool opens the file (DjVu 3 specification, 8.1 and 8.3.2): accepts a complete single
 * page or bundle.
 * @throws ConversionError `empty`, `wrong_type`, `encrypted` (secure DjVu), `damaged` for a truncated file or an index whose
 * pages are in separate files
 */
export const checkDjvuFile = async (file: string): Promise<void> => {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    if (size === 0) throw new ConversionError('empty');
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const text = (from: number, to: number): string => buffer.toString('latin1', from, to);
    if (text(0, 8) === 'SDJVFORM' || text(0, 4) === 'SDJV' || text(4, 8) === 'SDJV')
      throw new ConversionError('encrypted');
    if (text(0, 8) !== 'AT&TFORM') throw new ConversionError('wrong_type');
    if (bytesRead < 24) throw new ConversionError('damaged', {}, { detail: 'shorter than its header' });
    const form = text(12, 16);
    if (form !== 'DJVM' && form !== 'DJVU')
      throw new ConversionError('wrong_type', {}, { detail: `form ${form}` });
    if (buffer.readUInt32BE(8) + 12 > size + 1)
      throw new ConversionError('damaged', {}, { detail: 'truncated' });
    const isIndirect = form === 'DJVM' && text(16, 20) === 'DIRM' && ((buffer[24] ?? 0) & BUNDLED) === 0;
    if (isIndirect) throw new ConversionError('damaged', {}, { detail: 'an index without its pages' });
  } finally {
    await handle.close();
  }
};
