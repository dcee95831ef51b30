import type { OcrBlock, OcrLine, OcrParagraph, OcrResult } from './ocr-engine.js';

const PAGE = 1;
const BLOCK = 2;
const PARAGRAPH = 3;
const LINE = 4;
const WORD = 5;

/** Parses tesseract's TSV: one row for each page, block, paragraph, line and word, parents before children. */
export function readTsv(tsv: string): OcrResult {
  const result: OcrResult = { width: 0, height: 0, blocks: [] };
  let block: OcrBlock | undefined;
  let paragraph: OcrParagraph | undefined;
  let line: OcrLine | undefined;
  for (const row of tsv.split('\n').slice(1)) {
    const cells = row.split('\t');
    const numbers = cells.slice(0, 11).map(Number);
    const [level, , , , , , left = 0, top = 0, width = 0, height = 0, confidence = 0] = numbers;
    const box = { x0: left, y0: top, x1: left + width, y1: top + height };
    const text = cells.slice(11).join('\t').trim();
    switch (level) {
      case PAGE:
        result.width = width;
        result.height = height;
        break;
      case BLOCK:
        block = { ...box, paragraphs: [] };
        result.blocks.push(block);
        break;
      case PARAGRAPH:
        paragraph = { ...box, lines: [] };
        block?.paragraphs.push(paragraph);
        break;
      case LINE:
        line = { ...box, words: [] };
        paragraph?.lines.push(line);
        break;
      case WORD:
        if (text !== '') line?.words.push({ ...box, text, confidence: Math.max(0, confidence) / 100 });
        break;
      default:
        break;
    }
  }
  return withoutEmpty(result);
}

/** Removes blocks without words, which are images and rules. */
export function withoutEmpty(result: OcrResult): OcrResult {
  const blocks = result.blocks
    .map((block) => ({
      ...block,
      paragraphs: block.paragraphs
        .map((paragraph) => ({
          ...paragraph,
          lines: paragraph.lines.filter(({ words }) => words.length > 0),
        }))
        .filter(({ lines }) => lines.length > 0),
    }))
    .filter(({ paragraphs }) => paragraphs.length > 0);
  return { ...result, blocks };
}
