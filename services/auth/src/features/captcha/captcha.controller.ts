import { CaptchaAudioQuery, CaptchaValidateRequest } from '@hamkhan/contracts/http/auth';
import type { CaptchaInitResponse, CaptchaValidateResponse } from '@hamkhan/contracts/http/auth';
import { Access } from '@hamkhan/platform/http/access';
import { ZodPipe } from '@hamkhan/platform/http/zod-pipe';
import {
  Body,
  Controller,
  Get,
  Header,
  HttpCode,
  Post,
  Query,
  Req,
  Res,
  StreamableFile,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { callerOf } from '../sessions/caller.js';
import { browserCookie, browserOf, newBrowser } from './browser-cookie.js';
import { CaptchaService } from './captcha.service.js';

@Controller('api/captcha')
export class CaptchaController {
  constructor(private readonly captchas: CaptchaService) {}

  @Get('init/')
  @Access('guest')
  async init(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<CaptchaInitResponse> {
    const known = browserOf(request);
    const browser = known ?? newBrowser();
    const image = await this.captchas.init(browser, callerOf(request).network);
    if (known === null) void reply.header('set-cookie', browserCookie(browser, request));
    return { verfied: image === null, image: image?.toString('base64') ?? null };
  }

  @Get('audio/')
  @Access('guest')
  @Header('cache-control', 'no-store')
  async audio(
    @Query(new ZodPipe(CaptchaAudioQuery)) { language }: z.infer<typeof CaptchaAudioQuery>,
    @Req() request: FastifyRequest,
  ): Promise<StreamableFile> {
    const caller = callerOf(request);
    const sound = await this.captchas.sound(browserOf(request), language ?? caller.language, caller.network);
    return new StreamableFile(sound, { type: 'audio/wav', length: sound.length });
  }

  @Post('validate/')
  @HttpCode(200)
  @Access('guest')
  async validate(
    @Body(new ZodPipe(CaptchaValidateRequest)) { captchaInput }: z.infer<typeof CaptchaValidateRequest>,
    @Req() request: FastifyRequest,
  ): Promise<CaptchaValidateResponse> {
    const { network } = callerOf(request);
    return { isValid: await this.captchas.validate(browserOf(request), captchaInput, network) };
  }
}
