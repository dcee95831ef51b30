import { PictureDecoder } from '@hamkhan/sandbox/pictures/picture-decoder';
import { Module, type DynamicModule } from '@nestjs/common';
import type { SandboxConfig } from '../config.js';
import type { Logger } from '../observability/logger.js';
import { LOGGER } from '../platform-module.js';
import { startSandbox } from './start-sandbox.js';

/** Provides the decoder of uploaded pictures, which works in the sandbox of the service. */
@Module({})
export class PictureDecoderModule {
  static for(config: SandboxConfig): DynamicModule {
    return {
      module: PictureDecoderModule,
      global: true,
      providers: [
        {
          provide: PictureDecoder,
          useFactory: async (logger: Logger) => new PictureDecoder(await startSandbox(config, logger)),
          inject: [LOGGER],
        },
      ],
      exports: [PictureDecoder],
    };
  }
}
