import {
  GlossaryDeleteForm,
  GlossaryTermForm,
  MAX_GLOSSARY_FILE_BYTES,
  type GlossaryApplyResponse,
  type GlossaryImportResponse,
  type GlossaryResponse,
} from '@hamkhan/contracts/http/glossary';
import type { Identity } from '@hamkhan/contracts/identity';
import { AppError } from '@hamkhan/platform/app-error';
import { Access, CurrentUser } from '@hamkhan/platform/http/access';
import { busboyFor } from '@hamkhan/platform/http/form-body';
import { ZodPipe } from '@hamkhan/platform/http/zod-pipe';
import { Body, Controller, Get, HttpCode, Param, Post, Req, StreamableFile } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { GlossaryService } from './glossary.service.js';

const LIMITS = {
  fields: 2,
  fieldSize: 100,
  fieldNameSize: 100,
  files: 1,
  parts: 4,
  fileSize: MAX_GLOSSARY_FILE_BYTES,
};

/** The terms of a document, for its owner and staff. */
@Controller('api/document/glossary')
export class GlossaryController {
  constructor(private readonly glossary: GlossaryService) {}

  @Get(':documentId/')
  @Access('user')
  list(@Param('documentId') documentId: string, @CurrentUser() user: Identity): Promise<GlossaryResponse> {
    return this.glossary.list(documentId, user);
  }

  @Post(':documentId/upsert/')
  @HttpCode(200)
  @Access('user')
  put(
    @Param('documentId') documentId: string,
    @Body(new ZodPipe(GlossaryTermForm)) term: GlossaryTermForm,
    @CurrentUser() user: Identity,
  ): Promise<GlossaryResponse> {
    return this.glossary.put(documentId, user, term);
  }

  @Post(':documentId/delete/')
  @HttpCode(200)
  @Access('user')
  remove(
    @Param('documentId') documentId: string,
    @Body(new ZodPipe(GlossaryDeleteForm)) { id }: GlossaryDeleteForm,
    @CurrentUser() user: Identity,
  ): Promise<GlossaryResponse> {
    return this.glossary.remove(documentId, user, id);
  }

  @Post(':documentId/apply/')
  @HttpCode(200)
  @Access('user')
  apply(
    @Param('documentId') documentId: string,
    @CurrentUser() user: Identity,
  ): Promise<GlossaryApplyResponse> {
    return this.glossary.apply(documentId, user);
  }

  @Get(':documentId/export/')
  @Access('user')
  async exportFile(
    @Param('documentId') documentId: string,
    @CurrentUser() user: Identity,
  ): Promise<StreamableFile> {
    const csv = await this.glossary.exportCsv(documentId, user);
    return new StreamableFile(Buffer.from(csv), {
      type: 'text/csv; charset=utf-8',
      disposition: 'attachment; filename="glossary.csv"',
    });
  }

  @Post(':documentId/import/')
  @HttpCode(200)
  @Access('user')
  @RouteConfig({ streamBody: true })
  async importFile(
    @Param('documentId') documentId: string,
    @Req() request: FastifyRequest,
    @CurrentUser() user: Identity,
  ): Promise<GlossaryImportResponse> {
    return this.glossary.importCsv(documentId, user, await readFile(request));
  }
}

/** The one file of a form, whole. @throws COMMON.VALIDATION_FAILED, COMMON.PAYLOAD_TOO_LARGE */
function readFile(request: FastifyRequest): Promise<Uint8Array> {
  const parser = busboyFor(request, LIMITS);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let found = false;
    const fail = (error: AppError): void => {
      request.raw.unpipe(parser);
      request.raw.resume();
      reject(error);
    };
    parser.on('file', (_field, file) => {
      found = true;
      file.on('data', (chunk: Buffer) => chunks.push(chunk));
      file.on('limit', () => fail(new AppError('COMMON.PAYLOAD_TOO_LARGE')));
    });
    parser.on('error', (cause) => fail(new AppError('COMMON.VALIDATION_FAILED', { cause })));
    parser.on('finish', () =>
      found ? resolve(Buffer.concat(chunks)) : fail(new AppError('COMMON.VALIDATION_FAILED')),
    );
    request.raw.pipe(parser);
  });
}
