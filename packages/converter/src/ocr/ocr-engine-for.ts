import type { ToolRunner } from '../tools/tool-runner.js';
import { DeskewingOcr } from './deskewing-ocr.js';
import { NativeTesseract } from './native-tesseract.js';
import type { OcrEngine } from './ocr-engine.js';

export type OcrConfig = { engine: 'auto' | 'native' | 'js'; dataDir: string };

/**
 * The configured engine, with deskewing before it. `auto` prefers the tesseract program on PATH. tesseract.js is imported
 * only when it is used.
 */
export async function ocrEngineFor(config: OcrConfig, tools: ToolRunner): Promise<OcrEngine> {
  return new DeskewingOcr(await plainEngineFor(config, tools));
}

async function plainEngineFor({ engine, dataDir }: OcrConfig, tools: ToolRunner): Promise<OcrEngine> {
  if (engine === 'native' || (engine === 'auto' && (await tools.has('tesseract')))) {
    return new NativeTesseract(tools, dataDir);
  }
  return new (await import('./tesseract-js.js')).TesseractJs(dataDir);
}
