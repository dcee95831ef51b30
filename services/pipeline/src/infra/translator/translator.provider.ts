import type { FactoryProvider } from '@nestjs/common';
import { CONFIG, translatorConfig, type PipelineConfig } from '../../config.js';
import { translatorFor } from './translator-for.js';
import type { Translator } from './translator.js';

/** Injection token of the process's one translator. */
export const TRANSLATOR = Symbol('translator');

export const translatorProvider: FactoryProvider<Translator> = {
  provide: TRANSLATOR,
  useFactory: (config: PipelineConfig) => translatorFor(translatorConfig(config)),
  inject: [CONFIG],
};
