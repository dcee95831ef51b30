import { translatorStatusRoute } from '@hamkhan/contracts/routes/translation';
import { translatorText, type TranslatorHealth } from '@hamkhan/contracts/translator-status';
import { preferredLanguage } from '@hamkhan/platform/http/accept-language';
import { Endpoint } from '@hamkhan/platform/http/endpoint';
import { Controller, Headers, Inject } from '@nestjs/common';
import type { Translator } from '../../infra/translator/translator.js';
import { TRANSLATOR } from '../../infra/translator/translator.provider.js';

/** How the translator stands, in a sentence a person understands: for the library, the reader and the start-up text. */
@Controller()
export class TranslatorController {
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
