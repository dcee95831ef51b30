import { describe, expect, it } from '@jest/globals';
import type { OcrEngine, OcrResult } from './ocr-engine.js';
import { DeskewingOcr } from './deskewing-ocr.js';
import type { GreyImage } from './page-image.js';
import { readPgm, writePgm } from './page-image.js';

const options = { language: 'en' as const, dpi: 300, signal: new AbortController().signal };
const wide = { width: 40, height: 20, samples: new Uint8Array(800).fill(255) };

/** An engine with a given confidence for each call. */
class FakeEngine implements OcrEngine {
  readonly seen: string[] = [];
  constructor(
    private readonly confidences: number[],
    private readonly isSideways: (page: GreyImage | null) => boolean = () => false,
  ) {}
  recognise(image: Uint8Array): Promise<OcrResult> {
    const page = readPgm(image);
    this.seen.push(`${page?.width}x${page?.height}`);
    const confidence = this.confidences[this.seen.length - 1] ?? 0;
    const box = this.isSideways(page) ? { x0: 0, y0: 0, x1: 5, y1: 10 } : { x0: 0, y0: 0, x1: 10, y1: 5 };
    const words = [{ ...box, text: 'recognised words', confidence }];
    const blocks = [{ ...box, paragraphs: [{ ...box, lines: [{ ...box, words }] }] }];
    return Promise.resolve({ width: page?.width ?? 0, height: page?.height ?? 0, blocks });
  }
  close(): Promise<void> {
    return Promise.resolve();
  }
}
const read = async (...confidences: number[]) => {
  const engine = new FakeEngine(confidences);
  const result = await new DeskewingOcr(engine).recognise(writePgm(wide), options);
  return { rotation: result.rotation, seen: engine.seen };
};

describe('DeskewingOcr', () => {
  it('recognises an upright page once', async () => {
    expect(await read(0.9)).toEqual({ rotation: { quarter: 0, skew: 0 }, seen: ['40x20'] });
  });

  it('rotates a sideways page until it can be read', async () => {
    expect(await read(0.2, 0.3, 0.92)).toEqual({
      rotation: { quarter: 270, skew: 0 },
      seen: ['40x20', '20x40', '20x40'],
    });
  });

  it('rotates a page with sideways lines, even if the engine is confident', async () => {
    const isSideways = (page: GreyImage | null): boolean => page?.width === 40;
    const engine = new FakeEngine([0.95, 0.2, 0.95], isSideways);
    const result = await new DeskewingOcr(engine).recognise(writePgm(wide), options);
    expect(result.rotation?.quarter).toBe(270);
  });

  it('returns the recognised image', async () => {
    const result = await new DeskewingOcr(new FakeEngine([0.2, 0.3, 0.92])).recognise(
      writePgm(wide),
      options,
    );
    expect([result.image?.width, result.image?.height]).toEqual([20, 40]);
  });

  it('keeps the orientation of a poor page when no other is clearly better', async () => {
    const { rotation, seen } = await read(0.4, 0.3, 0.45, 0.3);
    expect(rotation).toEqual({ quarter: 0, skew: 0 });
    expect(seen).toHaveLength(4);
  });
});
