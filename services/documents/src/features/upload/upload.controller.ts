import { UploadFields, type UploadResponse } from '@hamkhan/contracts/http/documents';
import type { Identity } from '@hamkhan/contracts/identity';
import { Access, CurrentUser } from '@hamkhan/platform/http/access';
import { drainBody, openFileForm } from '@hamkhan/platform/multipart/file-form';
import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { UploadService } from './upload.service.js';

const FORM = {
  fields: UploadFields,
  invalidFields: 'DOCUMENTS.INVALID_LANGUAGE',
  interrupted: 'DOCUMENTS.UPLOAD_INTERRUPTED',
} as const;

@Controller('api/document')
export class UploadController {
  constructor(private readonly uploads: UploadService) {}

  @Post('upload/')
  @HttpCode(200)
  @Access('user')
  @RouteConfig({ streamBody: true })
  async upload(@Req() request: FastifyRequest, @CurrentUser() user: Identity): Promise<UploadResponse> {
    try {
      return await this.uploads.upload(user.userId, await openFileForm(request, FORM));
    } catch (error) {
      drainBody(request.raw, this.uploads.maxBytes);
      throw error;
    }
  }
}
