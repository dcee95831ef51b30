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
import { ZodPipe } from '@hamkhan/platform/http/zod-pipe';
import { readSmallFile, type SmallFileRules } from '@hamkhan/platform/multipart/file-form';
import { Body, Controller, Get, HttpCode, Param, Post, Req, StreamableFile } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { GlossaryService } from './glossary.service.js';

const FILE_RULES: SmallFileRules = {
  maxBytes: MAX_GLOSSARY_FILE_BYTES,
  tooLarge: () => new AppError('COMMON.PAYLOAD_TOO_LARGE'),
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
    return this.glossary.importCsv(documentId, user, await readSmallFile(request, FILE_RULES));
  }
}
