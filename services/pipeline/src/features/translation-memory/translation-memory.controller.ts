import { Readable } from 'node:stream';
import { TranslationMemoryImportFields, TranslationMemoryQuery } from '@hamkhan/contracts/http/pipeline';
import type { TranslationMemoryImportResponse } from '@hamkhan/contracts/http/pipeline';
import type { Identity } from '@hamkhan/contracts/identity';
import { AppError } from '@hamkhan/platform/app-error';
import { Access, CurrentUser } from '@hamkhan/platform/http/access';
import { busboyFor } from '@hamkhan/platform/http/form-body';
import { ZodPipe } from '@hamkhan/platform/http/zod-pipe';
import { Controller, Get, Header, HttpCode, Post, Query, Req, StreamableFile } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { PageRepository } from '../pages/page.repository.js';
import { TranslationMemory } from './translation-memory.service.js';

const LIMITS = { fields: 5, fieldSize: 100, fieldNameSize: 100, files: 1, parts: 10 };

/** A person's own translation memory: TMX 1.4b in and out. What is imported serves only its owner's documents. */
@Controller('api/document/translation-memory')
export class TranslationMemoryController {
  constructor(
    private readonly memory: TranslationMemory,
    private readonly pages: PageRepository,
  ) {}

  @Post('import/')
  @HttpCode(200)
  @Access('user')
  @RouteConfig({ streamBody: true })
  async importFile(
    @Req() request: FastifyRequest,
    @CurrentUser() user: Identity,
  ): Promise<TranslationMemoryImportResponse> {
    const { file, language, level } = await readImportForm(request);
    const scope = { ownerId: user.userId, source: language, level };
    const result = await this.memory.importTmx(scope, file);
    await this.pages.wake('not_configured', { ownerId: user.userId });
    return { status: 'success', ...result };
  }

  @Get('export/')
  @Access('user')
  @Header('content-type', 'application/x-tmx+xml; charset=utf-8')
  @Header('content-disposition', 'attachment; filename="hamkhan.tmx"')
  exportFile(
    @Query(new ZodPipe(TranslationMemoryQuery)) query: TranslationMemoryQuery,
    @CurrentUser() user: Identity,
  ): StreamableFile {
    const scope = { ownerId: user.userId, source: query.language, level: query.level };
    return new StreamableFile(Readable.from(this.memory.exportTmx(scope)));
  }
}

type ImportForm = TranslationMemoryImportFields & { file: Readable };

/** The fields come before the file, since the file is taken in as it arrives. @throws COMMON.VALIDATION_FAILED */
function readImportForm(request: FastifyRequest): Promise<ImportForm> {
  const parser = busboyFor(request, LIMITS);
  const given: Record<string, string> = {};
  return new Promise((resolve, reject) => {
    const fail = (cause?: unknown): void => {
      request.raw.unpipe(parser);
      request.raw.resume();
      reject(new AppError('COMMON.VALIDATION_FAILED', { cause }));
    };
    parser.on('field', (name, value) => {
      given[name] = value;
    });
    parser.on('file', (_field, file) => {
      const fields = TranslationMemoryImportFields.safeParse(given);
      if (fields.success) return resolve({ ...fields.data, file });
      file.resume();
      fail(fields.error);
    });
    parser.on('error', fail);
    parser.on('finish', () => fail());
    request.raw.pipe(parser);
  });
}
