import { describe, expect, it } from '@jest/globals';
import { refusalOf } from './media-names.js';

const file = (name: string, size = 10) => ({ name, size });

describe('files of a document', () => {
  it('[RDR-MEDIA-05] are images of seven kinds', () => {
    const taken = ['jpg', 'jpeg', 'png', 'gif', 'bmp', 'webp', 'svg'];
    expect(taken.map((one) => refusalOf(file(`a.${one}`), 'image'))).toEqual(taken.map(() => null));
    expect(refusalOf(file('a.WEBP'), 'image')).toBeNull();
    expect(refusalOf(file('a.tiff'), 'image')).toBe('type');
    expect(refusalOf(file('png'), 'image')).toBe('type');
  });

  it('[RDR-MEDIA-06] are videos of three kinds', () => {
    const taken = ['mp4', 'avi', 'webm'];
    expect(taken.map((one) => refusalOf(file(`a.${one}`), 'video'))).toEqual(taken.map(() => null));
    expect(refusalOf(file('a.mov'), 'video')).toBe('type');
    expect(refusalOf(file('a.png'), 'video')).toBe('type');
  });

  it('are not empty and not too large', () => {
    expect(refusalOf(file('a.png', 0), 'image')).toBe('empty');
    expect(refusalOf(file('a.png', 11 * 1024 * 1024), 'image')).toBe('size');
    expect(refusalOf(file('a.mp4', 11 * 1024 * 1024), 'video')).toBeNull();
  });
});
