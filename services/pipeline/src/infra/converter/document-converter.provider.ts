import { DocumentConverter } from '@hamkhan/converter/document-converter';
import { SandboxConverter } from '@hamkhan/converter/sandbox/sandbox-converter';
import { SANDBOX_DEFAULTS } from '@hamkhan/converter/sandbox/sandbox-defaults';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { LOGGER } from '@hamkhan/platform/platform-module';
import { startSandbox } from '@hamkhan/platform/sandbox/start-sandbox';
import type { FactoryProvider } from '@nestjs/common';
import { CONFIG, type PipelineConfig } from '../../config.js';

/** Reports at start-up how converters are isolated, and refuses to start if `SANDBOX=required` does not hold. */
export const documentConverterProvider: FactoryProvider<DocumentConverter> = {
  provide: DocumentConverter,
  useFactory: async (config: PipelineConfig, logger: Logger) =>
    new SandboxConverter(
      {
        ...SANDBOX_DEFAULTS,
        ocr: { engine: config.OCR_ENGINE, dataDir: config.TESSDATA_DIR },
        memoryMb: config.CONVERTER_MEMORY_MB,
      },
      await startSandbox(config, logger),
    ),
  inject: [CONFIG, LOGGER],
};
