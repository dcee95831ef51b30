import { UploadFields, type UploadResponse } from '@hamkhan/contracts/http/documents';
import type { Identity } from '@hamkhan/contracts/identity';
import { Access, CurrentUser } from '@hamkhan/platform/http/access';
import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { drain, readUploadForm } from './upload-form.js';
import { UploadService } from './upload.service.js';

const FORM = { schema: UploadFields, names: ['language'], invalid: 'DOCUMENTS.INVALID_LANGUAGE' } as const;

@Controller('api/document')
export class UploadController {
  constructor(private readonly uploads: UploadService) {}

  @Post('upload/')
  @HttpCode(200)
  @Access('user')
  @RouteConfig({ streamBody: true })
  async upload(@Req() request: FastifyRequest, @CurrentUser() user: Identity): Promise<UploadResponse> {
    try {
      return await this.uploads.upload(user.userId, await readUploadForm(request, FORM));
    } catch (error) {
      drain(request.raw, this.uploads.maxBytes);
      throw error;
    }
  }
}
