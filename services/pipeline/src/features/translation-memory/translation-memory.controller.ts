import { Readable } from 'node:stream';
import { TranslationMemoryImportFields } from '@hamkhan/contracts/http/pipeline';
import type { TranslationMemoryImportResponse } from '@hamkhan/contracts/http/pipeline';
import type { Identity } from '@hamkhan/contracts/identity';
import {
  importTranslationMemoryRoute,
  exportTranslationMemoryRoute,
} from '@hamkhan/contracts/routes/translation';
import { CurrentUser } from '@hamkhan/platform/http/access';
import { Endpoint, Input } from '@hamkhan/platform/http/endpoint';
import { openFileForm } from '@hamkhan/platform/multipart/file-form';
import { Controller, Header, Req, StreamableFile } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { PageWorkRepository } from '../pages/page-work.repository.js';
import { TranslationMemory } from './translation-memory.service.js';

/** The file is imported while it arrives. */
const FORM = { fields: TranslationMemoryImportFields, fieldsFirst: true } as const;

/** Imports and exports a user's translation memory as TMX 1.4b. Imports serve only the documents of their owner. */
@Controller()
export class TranslationMemoryController {
  constructor(
    private readonly memory: TranslationMemory,
    private readonly pages: PageWorkRepository,
  ) {}

  @Endpoint(importTranslationMemoryRoute)
  async importFile(
    @Req() request: FastifyRequest,
    @CurrentUser() user: Identity,
  ): Promise<TranslationMemoryImportResponse> {
    const { file, fields } = await openFileForm(request, FORM);
    const { language, level } = await fields;
    const scope = { ownerId: user.userId, source: language, level };
    const result = await this.memory.importTmx(scope, file);
    await this.pages.wake('not_configured', { ownerId: user.userId });
    return { status: 'success', ...result };
  }

  @Endpoint(exportTranslationMemoryRoute)
  @Header('content-type', 'application/x-tmx+xml; charset=utf-8')
  @Header('content-disposition', 'attachment; filename="hamkhan.tmx"')
  exportFile(
    @Input() { query }: Input<typeof exportTranslationMemoryRoute>,
    @CurrentUser() user: Identity,
  ): StreamableFile {
    const scope = { ownerId: user.userId, source: query.language, level: query.level };
    return new StreamableFile(Readable.from(this.memory.exportTmx(scope)));
  }
}
