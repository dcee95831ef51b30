import { MAX_DOCUMENT_PAGES } from '@hamkhan/contracts/http/documents';
import type { FactoryProvider } from '@nestjs/common';
import { CONFIG, type PipelineConfig } from '../../config.js';
import { DocumentConverter } from '@hamkhan/converter/document-converter';
import { SandboxConverter } from '@hamkhan/converter/sandbox/sandbox-converter';

export const documentConverterProvider: FactoryProvider<DocumentConverter> = {
  provide: DocumentConverter,
  useFactory: (config: PipelineConfig) =>
    new SandboxConverter({
      limits: { maxPages: MAX_DOCUMENT_PAGES, maxPixels: 50_000_000, maxInflatedBytes: 1024 * 1024 * 1024 },
      ocr: { engine: config.OCR_ENGINE, dataDir: config.TESSDATA_DIR },
      memoryMb: config.CONVERTER_MEMORY_MB,
      inspectMs: 25_000,
      pageMs: 60_000,
    }),
  inject: [CONFIG],
};
