import { ConfigError } from '@hamkhan/platform/config';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { LOGGER } from '@hamkhan/platform/platform-module';
import type { FactoryProvider } from '@nestjs/common';
import { DocumentConverter } from '@hamkhan/converter/document-converter';
import {
  describeSandbox,
  prepareSandbox,
  SandboxMissingError,
  type Sandbox,
  type SandboxMode,
} from '@hamkhan/converter/sandbox/sandbox';
import { SandboxConverter } from '@hamkhan/converter/sandbox/sandbox-converter';
import { SANDBOX_DEFAULTS } from '@hamkhan/converter/sandbox/sandbox-defaults';
import { CONFIG, sandboxMode, type PipelineConfig } from '../../config.js';

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
      await reportedSandbox(sandboxMode(config), logger),
    ),
  inject: [CONFIG, LOGGER],
};

/** @throws ConfigError if layers are missing that the mode requires */
async function reportedSandbox(mode: SandboxMode, logger: Logger): Promise<Sandbox> {
  try {
    const sandbox = await prepareSandbox(mode);
    const layers = Object.fromEntries(sandbox.layers.map(({ layer, text }) => [layer, text]));
    const [summary = ''] = describeSandbox(sandbox);
    const missing = sandbox.missing.map(({ layer }) => layer);
    if (missing.length === 0) logger.info({ layers }, summary);
    else logger.warn({ layers, missing }, `${summary}; missing: ${missing.join(', ')}`);
    return sandbox;
  } catch (error) {
    if (!(error instanceof SandboxMissingError)) throw error;
    throw new ConfigError([`SANDBOX is required, but layers are missing. ${error.message}`]);
  }
}
