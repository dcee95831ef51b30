import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { QrCode } from './qr-code.js';

const QUIET_ZONE = 4;
/** Rows of the pattern by which a scanner finds three corners of a code (ISO/IEC 18004). */
const FINDER = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111'];

const show = (text: string) => {
  const { unmount } = render(<QrCode text={text} label="key" />);
  const picture = screen.getByRole('img', { name: 'key' });
  const path = picture.querySelector('path')?.getAttribute('d') ?? '';
  const dark = new Set([...path.matchAll(/M(\d+) (\d+)h/g)].map(([, x, y]) => `${x} ${y}`));
  const size = Number(picture.getAttribute('viewBox')?.split(' ')[2]);
  unmount();
  return { dark, size };
};

describe('QrCode', () => {
  it('has the patterns of three corners inside an empty border', () => {
    const { dark, size } = show('otpauth://totp/Hamkhan:mina?secret=JBSWY3DPEHPK3PXP');
    const cornerAt = (left: number, top: number) =>
      FINDER.map((row, y) =>
        [...row].map((_, x) => (dark.has(`${left + x} ${top + y}`) ? '1' : '0')).join(''),
      );
    const far = size - QUIET_ZONE - FINDER.length;
    expect(cornerAt(QUIET_ZONE, QUIET_ZONE)).toEqual(FINDER);
    expect(cornerAt(far, QUIET_ZONE)).toEqual(FINDER);
    expect(cornerAt(QUIET_ZONE, far)).toEqual(FINDER);
    const edges = [...dark].map((module) => module.split(' ').map(Number)).flat();
    expect(Math.min(...edges)).toBe(QUIET_ZONE);
    expect(Math.max(...edges)).toBe(size - QUIET_ZONE - 1);
  });

  it('differs for different texts', () => {
    expect(show('one').dark).not.toEqual(show('two').dark);
  });
});
