import type { TranslatorHealth } from '@hamkhan/contracts/translator-status';
import { TranslatorError, type Translator } from './translator.js';

/** The translator without a configured engine. Pages whose texts are all in the memory are translated; the others wait. */
export class MemoryOnlyTranslator implements Translator {
  readonly id = 'memory';
  readonly levels = [] as const;

  memoryKey(): string {
    return 'memory';
  }

  translate(): Promise<never> {
    return Promise.reject(new TranslatorError('not_configured'));
  }

  health(): Promise<TranslatorHealth> {
    return Promise.resolve({ code: 'not_configured', params: {} });
  }
}
