import type { SourceLanguage } from '@hamkhan/contracts/languages';
import type { OcrBox } from './ocr-box.js';
import type { GreyImage, Turn } from './page-image.js';

/** `confidence` is 0 to 1. */
export type OcrWord = OcrBox & { text: string; confidence: number };

/** Words in logical (reading) order, also in right-to-left text. */
export type OcrLine = OcrBox & { words: OcrWord[] };
export type OcrParagraph = OcrBox & { lines: OcrLine[] };
/** A block is a column or a part of one, in the engine's reading order. */
export type OcrBlock = OcrBox & { paragraphs: OcrParagraph[] };

/**
 * `width`, `height` and all boxes are those of the image that was read; `turn`: how the page was turned into it, if it was;
 * `picture`: that image, where its format can be read here.
 */
export type OcrResult = {
  width: number;
  height: number;
  blocks: OcrBlock[];
  turn?: Turn;
  picture?: GreyImage;
};

/** Recognises the text of page images. Adapters: tesseract.js (default), native tesseract. */
export interface OcrEngine {
  /**
   * @param image a binary PGM (P5), PNG or JPEG file's bytes, at `dpi`
   * @throws ConversionError `ocr_unavailable` when the language's data file is missing, `timed_out`, `crashed`
   */
  recognise(
    image: Uint8Array,
    options: { language: SourceLanguage; dpi: number; signal: AbortSignal },
  ): Promise<OcrResult>;
  /** Ends worker threads; safe to call twice. */
  close(): Promise<void>;
}
