import { describe, expect, it } from '@jest/globals';
import { fileRefusal } from './media-files.js';

const file = (name: string, size = 10) => ({ name, size });

describe('files of a document', () => {
  it('accept seven image types [RDR-MEDIA-05]', () => {
    const taken = ['jpg', 'jpeg', 'png', 'gif', 'bmp', 'webp', 'svg'];
    expect(taken.map((one) => fileRefusal(file(`a.${one}`), 'image'))).toEqual(taken.map(() => null));
    expect(fileRefusal(file('a.WEBP'), 'image')).toBeNull();
    expect(fileRefusal(file('a.tiff'), 'image')).toBe('type');
    expect(fileRefusal(file('png'), 'image')).toBe('type');
  });

  it('accept three video types [RDR-MEDIA-06]', () => {
    const taken = ['mp4', 'avi', 'webm'];
    expect(taken.map((one) => fileRefusal(file(`a.${one}`), 'video'))).toEqual(taken.map(() => null));
    expect(fileRefusal(file('a.mov'), 'video')).toBe('type');
    expect(fileRefusal(file('a.png'), 'video')).toBe('type');
  });

  it('must not be empty or too large', () => {
    expect(fileRefusal(file('a.png', 0), 'image')).toBe('empty');
    expect(fileRefusal(file('a.png', 11 * 1024 * 1024), 'image')).toBe('size');
    expect(fileRefusal(file('a.mp4', 11 * 1024 * 1024), 'video')).toBeNull();
  });
});
