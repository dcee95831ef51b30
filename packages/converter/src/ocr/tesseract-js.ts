import type { SourceLanguage } from '@hamkhan/contracts/languages';
import { createWorker, OEM, PSM, type Worker } from 'tesseract.js';
import { ConversionError } from '../conversion-error.js';
import type { OcrEngine, OcrResult } from './ocr-engine.js';
import { tesseractLanguage } from './ocr-language.js';
import { withoutEmpty } from './tesseract-tsv.js';

/** tesseract as WebAssembly in a worker thread. Needs only the language data, no program on PATH. */
export class TesseractJs implements OcrEngine {
  private worker: { language: SourceLanguage; started: Promise<Worker> } | null = null;

  constructor(private readonly dataDir: string) {}

  async recognise(
    image: Uint8Array,
    { language, dpi, signal }: { language: SourceLanguage; dpi: number; signal: AbortSignal },
  ): Promise<OcrResult> {
    signal.throwIfAborted();
    const worker = await this.workerFor(language);
    // By default the library expects one block of text; AUTO finds columns, as the program does.
    await worker.setParameters({ user_defined_dpi: String(dpi), tessedit_pageseg_mode: PSM.AUTO });
    const { data } = await worker
      .recognize(Buffer.from(image), {}, { text: false, blocks: true })
      .catch((cause: unknown) => {
        throw new ConversionError('crashed', {}, { cause });
      });
    const blocks = data.blocks ?? [];
    return withoutEmpty({
      ...sizeOf(image),
      blocks: blocks.map(({ bbox, paragraphs }) => ({
        ...bbox,
        paragraphs: paragraphs.map((paragraph) => ({
          ...paragraph.bbox,
          lines: paragraph.lines.map((line) => ({
            ...line.bbox,
            words: line.words
              .filter((word) => word.text.trim() !== '')
              .map((word) => ({ ...word.bbox, text: word.text, confidence: word.confidence / 100 })),
          })),
        })),
      })),
    });
  }

  async close(): Promise<void> {
    const { worker } = this;
    this.worker = null;
    await worker?.started.then((started) => started.terminate()).catch(() => undefined);
  }

  private async workerFor(language: SourceLanguage): Promise<Worker> {
    if (this.worker?.language === language) return this.worker.started;
    await this.close();
    const name = await tesseractLanguage(language, this.dataDir);
    const started = createWorker(name, OEM.LSTM_ONLY, {
      langPath: this.dataDir,
      gzip: false,
      cacheMethod: 'none',
      // Without a handler, an error in the thread ends the process. The call is rejected in any case.
      errorHandler: () => undefined,
    });
    this.worker = { language, started };
    return started;
  }
}

/** Width and height of a binary PGM; 0 for other formats. */
function sizeOf(image: Uint8Array): { width: number; height: number } {
  const header = /^P5\s+(?:#[^\n]*\n\s*)*(\d+)\s+(\d+)\s/.exec(
    Buffer.from(image.subarray(0, 200)).toString('latin1'),
  );
  return { width: Number(header?.[1] ?? 0), height: Number(header?.[2] ?? 0) };
}
