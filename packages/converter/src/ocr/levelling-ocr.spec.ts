import { describe, expect, it } from '@jest/globals';
import type { OcrEngine, OcrResult } from './ocr-engine.js';
import { LevellingOcr } from './levelling-ocr.js';
import type { GreyImage } from './page-image.js';
import { readPgm, writePgm } from './page-image.js';

const options = { language: 'en' as const, dpi: 300, signal: new AbortController().signal };
const wide = { width: 40, height: 20, samples: new Uint8Array(800).fill(255) };

/** Reads what it is told of each side: wide images first and third, high ones second and fourth. */
class SideEngine implements OcrEngine {
  readonly seen: string[] = [];
  constructor(
    private readonly confidences: number[],
    private readonly isOnSide: (page: GreyImage | null) => boolean = () => false,
  ) {}
  recognise(image: Uint8Array): Promise<OcrResult> {
    const page = readPgm(image);
    this.seen.push(`${page?.width}x${page?.height}`);
    const confidence = this.confidences[this.seen.length - 1] ?? 0;
    const box = this.isOnSide(page) ? { x0: 0, y0: 0, x1: 5, y1: 10 } : { x0: 0, y0: 0, x1: 10, y1: 5 };
    const words = [{ ...box, text: 'recognised words', confidence }];
    const blocks = [{ ...box, paragraphs: [{ ...box, lines: [{ ...box, words }] }] }];
    return Promise.resolve({ width: page?.width ?? 0, height: page?.height ?? 0, blocks });
  }
  close(): Promise<void> {
    return Promise.resolve();
  }
}
const read = async (...confidences: number[]) => {
  const engine = new SideEngine(confidences);
  const result = await new LevellingOcr(engine).recognise(writePgm(wide), options);
  return { turn: result.turn, seen: engine.seen };
};

describe('LevellingOcr', () => {
  it('reads a page that can be read once', async () => {
    expect(await read(0.9)).toEqual({ turn: { quarter: 0, skew: 0 }, seen: ['40x20'] });
  });

  it('turns a page that lies on its side until it can be read', async () => {
    expect(await read(0.2, 0.3, 0.92)).toEqual({
      turn: { quarter: 270, skew: 0 },
      seen: ['40x20', '20x40', '20x40'],
    });
  });

  it('turns a page whose lines run down it, though the engine was sure of them', async () => {
    const isOnSide = (page: GreyImage | null): boolean => page?.width === 40;
    const engine = new SideEngine([0.95, 0.2, 0.95], isOnSide);
    const result = await new LevellingOcr(engine).recognise(writePgm(wide), options);
    expect(result.turn?.quarter).toBe(270);
  });

  it('hands on the image that was read', async () => {
    const result = await new LevellingOcr(new SideEngine([0.2, 0.3, 0.92])).recognise(
      writePgm(wide),
      options,
    );
    expect([result.picture?.width, result.picture?.height]).toEqual([20, 40]);
  });

  it('leaves a poor page as it is when no side is clearly better', async () => {
    const { turn, seen } = await read(0.4, 0.3, 0.45, 0.3);
    expect(turn).toEqual({ quarter: 0, skew: 0 });
    expect(seen).toHaveLength(4);
  });
});
