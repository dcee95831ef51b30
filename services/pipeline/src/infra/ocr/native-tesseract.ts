import type { SourceLanguage } from '@hamkhan/contracts/languages';
import { ConversionError } from '../../features/convert/conversion-error.js';
import type { ToolRunner } from '../converter/tool-runner.js';
import type { OcrEngine, OcrResult } from './ocr-engine.js';
import { tesseractLanguage } from './ocr-language.js';
import { readTsv } from './tesseract-tsv.domain.js';

const TIMEOUT_MS = 50_000;
const MEMORY_MB = 1_024;

/** The tesseract program on PATH: about twice as fast as tesseract.js. */
export class NativeTesseract implements OcrEngine {
  constructor(
    private readonly tools: ToolRunner,
    private readonly dataDir: string,
  ) {}

  async recognise(
    image: Uint8Array,
    { language, dpi, signal }: { language: SourceLanguage; dpi: number; signal: AbortSignal },
  ): Promise<OcrResult> {
    const name = await tesseractLanguage(language, this.dataDir);
    const args = ['stdin', 'stdout', '--tessdata-dir', this.dataDir, '-l', name, '--dpi', String(dpi), 'tsv'];
    const { stdout, stderr, exitCode } = await this.tools.run('tesseract', args, {
      timeoutMs: TIMEOUT_MS,
      memoryMb: MEMORY_MB,
      stdin: image,
      signal,
    });
    if (exitCode !== 0) throw new ConversionError('crashed', {}, { detail: `tesseract: ${stderr}` });
    return readTsv(stdout.toString('utf8'));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
