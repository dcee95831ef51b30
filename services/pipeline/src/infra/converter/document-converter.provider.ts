import type { FactoryProvider } from '@nestjs/common';
import { DocumentConverter } from '@hamkhan/converter/document-converter';
import { SandboxConverter } from '@hamkhan/converter/sandbox/sandbox-converter';
import { SANDBOX_DEFAULTS } from '@hamkhan/converter/sandbox/sandbox-defaults';
import { CONFIG, type PipelineConfig } from '../../config.js';

export const documentConverterProvider: FactoryProvider<DocumentConverter> = {
  provide: DocumentConverter,
  useFactory: (config: PipelineConfig) =>
    new SandboxConverter({
      ...SANDBOX_DEFAULTS,
      ocr: { engine: config.OCR_ENGINE, dataDir: config.TESSDATA_DIR },
      memoryMb: config.CONVERTER_MEMORY_MB,
    }),
  inject: [CONFIG],
};
