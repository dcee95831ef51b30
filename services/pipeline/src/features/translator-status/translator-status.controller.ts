import { translatorStatusRoute } from '@hamkhan/contracts/routes/translation';
import { translatorText, type TranslatorHealth } from '@hamkhan/contracts/translator-status';
import { preferredLanguage } from '@hamkhan/platform/http/accept-language';
import { Endpoint } from '@hamkhan/platform/http/endpoint';
import { Controller, Headers, Inject } from '@nestjs/common';
import type { Translator } from '../../infra/translator/translator.js';
import { TRANSLATOR } from '../../infra/translator/translator.provider.js';

/** The health of the translator as a sentence, for the library, the reader and the start-up text. */
@Controller()
export class TranslatorStatusController {
  constructor(@Inject(TRANSLATOR) private readonly translator: Translator) {}

  @Endpoint(translatorStatusRoute)
  async getStatus(
    @Headers('accept-language') language: string | undefined,
  ): Promise<TranslatorHealth & { status: 'success'; text: string }> {
    const health = await this.translator.health();
    return {
      status: 'success',
      ...health,
      text: translatorText(health.code, preferredLanguage(language), health.params),
    };
  }
}
