import { translatorText, type TranslatorHealth } from '@hamkhan/contracts/translator-status';
import { Access } from '@hamkhan/platform/http/access';
import { Controller, Get, Headers, Inject } from '@nestjs/common';
import { TRANSLATOR } from '../../infra/translator/translator.provider.js';
import type { Translator } from '../../infra/translator/translator.js';

/** How the translator stands, in a sentence a person understands: for the library, the reader and the start-up text. */
@Controller('api/document/translator')
export class TranslatorController {
  constructor(@Inject(TRANSLATOR) private readonly translator: Translator) {}

  @Get('status/')
  @Access('user')
  async getStatus(
    @Headers('accept-language') language: string | undefined,
  ): Promise<TranslatorHealth & { status: 'success'; text: string }> {
    const health = await this.translator.health();
    return {
      status: 'success',
      ...health,
      text: translatorText(health.code, language?.startsWith('en') ? 'en' : 'fa', health.params),
    };
  }
}
