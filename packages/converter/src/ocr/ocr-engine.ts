import type { SourceLanguage } from '@hamkhan/contracts/languages';
import type { OcrBox } from './ocr-box.js';
import type { GreyImage, Rotation } from './page-image.js';

/** `confidence` is 0 to 1. */
export type OcrWord = OcrBox & { text: string; confidence: number };

/** Words in logical (reading) order, also in right-to-left text. */
export type OcrLine = OcrBox & { words: OcrWord[] };
export type OcrParagraph = OcrBox & { lines: OcrLine[] };
/** A block is a column or part of a column. Blocks are in the engine's reading order. */
export type OcrBlock = OcrBox & { paragraphs: OcrParagraph[] };

/**
 * `width`, `height` and all boxes refer to the image that was recognised. `rotation`: how that image was rotated from the
 * page; `image`: its pixels, where we can read the format.
 */
export type OcrResult = {
  width: number;
  height: number;
  blocks: OcrBlock[];
  rotation?: Rotation;
  image?: GreyImage;
};

/** Recognises the text of page images. Adapters: the tesseract program, tesseract.js. */
export interface OcrEngine {
  /**
   * @param image a binary PGM (P5), PNG or JPEG file, at `dpi`
   * @throws ConversionError `ocr_unavailable` when the language's data file is missing, `timed_out`, `crashed`
   */
  recognise(
    image: Uint8Array,
    options: { language: SourceLanguage; dpi: number; signal: AbortSignal },
  ): Promise<OcrResult>;
  /** Ends worker threads; safe to call twice. */
  close(): Promise<void>;
}
