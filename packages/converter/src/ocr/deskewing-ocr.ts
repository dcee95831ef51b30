import type { SourceLanguage } from '@hamkhan/contracts/languages';
import type { OcrEngine, OcrResult, OcrWord } from './ocr-engine.js';
import type { GreyImage, Rotation } from './page-image.js';
import { deskewed, rotated, readPgm, skewOf, writePgm } from './page-image.js';

type Options = { language: SourceLanguage; dpi: number; signal: AbortSignal };

/** Below this mean confidence a page is probably sideways or upside down. */
const DOUBTFUL_CONFIDENCE = 0.5;
const HIGH_CONFIDENCE = 0.75;
/** A rotated page is kept only if its mean confidence is higher by this much. */
const MIN_CONFIDENCE_GAIN = 0.15;
const MIN_LETTERS = 12;

/**
 * Deskews pages before another engine recognises them, since skew mixes up columns, and tries a page that cannot be read in
 * the other three orientations. `rotation` in the result tells how the page was rotated.
 */
export class DeskewingOcr implements OcrEngine {
  constructor(private readonly engine: OcrEngine) {}

  async recognise(image: Uint8Array, options: Options): Promise<OcrResult> {
    const page = readPgm(image);
    if (!page) return this.engine.recognise(image, options);
    const skew = skewOf(page);
    const first = await this.read(page, { quarter: 0, skew }, options, image);
    const { mean, letters } = confidenceOf(first);
    if (mean >= DOUBTFUL_CONFIDENCE || letters < MIN_LETTERS) return first;
    return this.tryOtherOrientations(page, first, options);
  }

  close(): Promise<void> {
    return this.engine.close();
  }

  private async tryOtherOrientations(
    page: GreyImage,
    first: OcrResult,
    options: Options,
  ): Promise<OcrResult> {
    let best = first;
    for (const quarter of [90, 270, 180] as const) {
      const rotatedPage = rotated(page, quarter);
      const skew = skewOf(rotatedPage);
      const result = await this.read(rotatedPage, { quarter, skew }, options);
      const { mean, letters } = confidenceOf(result);
      if (mean > confidenceOf(best).mean && letters >= MIN_LETTERS) best = result;
      if (confidenceOf(best).mean > HIGH_CONFIDENCE) break;
    }
    return confidenceOf(best).mean > confidenceOf(first).mean + MIN_CONFIDENCE_GAIN ? best : first;
  }

  /**
   * @param page the page, already rotated by quarter turns
   * @param file the same page as a file, if there is one; saves encoding a page without skew
   */
  private async read(
    page: GreyImage,
    rotation: Rotation,
    options: Options,
    file?: Uint8Array,
  ): Promise<OcrResult> {
    const image = rotation.skew === 0 ? page : deskewed(page, rotation.skew);
    const bytes = rotation.skew === 0 && file ? file : writePgm(image);
    return { ...(await this.engine.recognise(bytes, options)), rotation, image };
  }
}

/** Engines may read sideways lines with high confidence, but columns and paragraphs of a sideways page come out wrong. */
const isSideways = ({ text, x0, y0, x1, y1 }: OcrWord): boolean =>
  text.length >= 4 && !/\p{Script=Han}/u.test(text) && y1 - y0 > 1.5 * (x1 - x0);

/** Mean confidence weighted by letters, with 0 for sideways words, and the number of letters. */
function confidenceOf(result: OcrResult): { mean: number; letters: number } {
  let sum = 0;
  let letters = 0;
  for (const block of result.blocks)
    for (const paragraph of block.paragraphs)
      for (const line of paragraph.lines)
        for (const word of line.words) {
          if (!isSideways(word)) sum += word.confidence * word.text.length;
          letters += word.text.length;
        }
  return { mean: letters === 0 ? 0 : sum / letters, letters };
}
