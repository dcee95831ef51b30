import type { SourceLanguage } from '@hamkhan/contracts/languages';
import type { OcrEngine, OcrResult, OcrWord } from './ocr-engine.js';
import type { GreyImage, Turn } from './page-image.js';
import { levelled, quarterTurned, readPgm, skewOf, writePgm } from './page-image.js';

type Options = { language: SourceLanguage; dpi: number; signal: AbortSignal };

/** Below this a page is likely to lie on its side or its head: engines read something into anything, but don't believe it. */
const DOUBTFUL = 0.5;
const SURE = 0.75;
const LEAST_LETTERS = 12;

/**
 * Any engine, given pages with level lines: crooked scans are turned straight first (columns of a slanted page are mixed up
 * otherwise), and pages that can't be read are tried on their other three sides. `turn` says how the page was turned.
 */
export class LevellingOcr implements OcrEngine {
  constructor(private readonly engine: OcrEngine) {}

  async recognise(image: Uint8Array, options: Options): Promise<OcrResult> {
    const page = readPgm(image);
    if (!page) return this.engine.recognise(image, options);
    const skew = skewOf(page);
    const first = await this.read(page, { quarter: 0, skew }, options, image);
    if (trustOf(first).mean >= DOUBTFUL || trustOf(first).letters < LEAST_LETTERS) return first;
    return this.onOtherSides(page, first, options);
  }

  close(): Promise<void> {
    return this.engine.close();
  }

  private async onOtherSides(page: GreyImage, first: OcrResult, options: Options): Promise<OcrResult> {
    let best = first;
    for (const quarter of [90, 270, 180] as const) {
      const turned = quarterTurned(page, quarter);
      const skew = skewOf(turned);
      const result = await this.read(turned, { quarter, skew }, options);
      if (trustOf(result).mean > trustOf(best).mean && trustOf(result).letters >= LEAST_LETTERS)
        best = result;
      if (trustOf(best).mean > SURE) break;
    }
    // A poor page that stands upright stays so unless another side is clearly the better one.
    return trustOf(best).mean > trustOf(first).mean + 0.15 ? best : first;
  }

  /** @param page turned by whole quarters; `file`: the same, where it is at hand */
  private async read(page: GreyImage, turn: Turn, options: Options, file?: Uint8Array): Promise<OcrResult> {
    const picture = turn.skew === 0 ? page : levelled(page, turn.skew);
    const image = turn.skew === 0 && file ? file : writePgm(picture);
    return { ...(await this.engine.recognise(image, options)), turn, picture };
  }
}

/**
 * Engines may read lines that run down the page, and be sure of them; but columns and paragraphs can't be told in a page that lies on
 * its side.
 */
const liesOnSide = ({ text, x0, y0, x1, y1 }: OcrWord): boolean =>
  text.length >= 4 && !/\p{Script=Han}/u.test(text) && y1 - y0 > 1.5 * (x1 - x0);

/** Mean confidence by letters, those of words on their side being trusted in nothing, and how many there are. */
function trustOf(result: OcrResult): { mean: number; letters: number } {
  let sum = 0;
  let letters = 0;
  for (const block of result.blocks)
    for (const paragraph of block.paragraphs)
      for (const line of paragraph.lines)
        for (const word of line.words) {
          if (!liesOnSide(word)) sum += word.confidence * word.text.length;
          letters += word.text.length;
        }
  return { mean: letters === 0 ? 0 : sum / letters, letters };
}
