import type { CaptchaInitResponse, CaptchaValidateResponse } from '@hamkhan/contracts/http/auth';
import { initCaptchaRoute, captchaAudioRoute, validateCaptchaRoute } from '@hamkhan/contracts/routes/captcha';
import { Endpoint, Input } from '@hamkhan/platform/http/endpoint';
import { Controller, Header, Req, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from '../sessions/caller.js';
import { browserCookie, browserIdOf, newBrowserId } from './browser-cookie.js';
import { CaptchaService } from './captcha.service.js';

@Controller()
export class CaptchaController {
  constructor(private readonly captchas: CaptchaService) {}

  @Endpoint(initCaptchaRoute)
  async init(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CaptchaInitResponse> {
    const known = browserIdOf(request);
    const browser = known ?? newBrowserId();
    const image = await this.captchas.init(browser, callerOf(request).network);
    if (known === null) void reply.header('set-cookie', browserCookie(browser, request));
    return { verfied: image === null, image: image?.toString('base64') ?? null };
  }

  @Endpoint(captchaAudioRoute)
  @Header('cache-control', 'no-store')
  async audio(
    @Input() { query: { language } }: Input<typeof captchaAudioRoute>,
    @Req() request: FastifyRequest,
  ): Promise<StreamableFile> {
    const caller = callerOf(request);
    const sound = await this.captchas.sound(
      browserIdOf(request),
      language ?? caller.language,
      caller.network,
    );
    return new StreamableFile(sound, { type: 'audio/wav', length: sound.length });
  }

  @Endpoint(validateCaptchaRoute)
  async validate(
    @Input() { body: { captchaInput } }: Input<typeof validateCaptchaRoute>,
    @Req() request: FastifyRequest,
  ): Promise<CaptchaValidateResponse> {
    const { network } = callerOf(request);
    return { isValid: await this.captchas.validate(browserIdOf(request), captchaInput, network) };
  }
}
