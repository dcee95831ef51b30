import { UploadFields, type UploadResponse } from '@hamkhan/contracts/http/documents';
import type { Identity } from '@hamkhan/contracts/identity';
import { uploadDocumentRoute } from '@hamkhan/contracts/routes/library';
import { CurrentUser } from '@hamkhan/platform/http/access';
import { Endpoint } from '@hamkhan/platform/http/endpoint';
import { openFileForm } from '@hamkhan/platform/multipart/file-form';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { UploadService } from './upload.service.js';

const FORM = {
  fields: UploadFields,
  invalidFields: 'DOCUMENTS.INVALID_LANGUAGE',
  interrupted: 'DOCUMENTS.UPLOAD_INTERRUPTED',
} as const;

@Controller()
export class UploadController {
  constructor(private readonly uploads: UploadService) {}

  @Endpoint(uploadDocumentRoute)
  async upload(@Req() request: FastifyRequest, @CurrentUser() user: Identity): Promise<UploadResponse> {
    const length = request.headers['content-length'];
    const bytes = length === undefined ? null : Number(length);
    return this.uploads.upload(user, bytes, () => openFileForm(request, FORM));
  }
}
