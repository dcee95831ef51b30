import {
  MAX_GLOSSARY_FILE_BYTES,
  type GlossaryApplyResponse,
  type GlossaryImportResponse,
  type GlossaryResponse,
} from '@hamkhan/contracts/http/glossary';
import type { Identity } from '@hamkhan/contracts/identity';
import {
  glossaryRoute,
  saveTermRoute,
  deleteTermRoute,
  applyGlossaryRoute,
  exportGlossaryRoute,
  importGlossaryRoute,
} from '@hamkhan/contracts/routes/glossary';
import { AppError } from '@hamkhan/platform/app-error';
import { CurrentUser } from '@hamkhan/platform/http/access';
import { Endpoint, Input } from '@hamkhan/platform/http/endpoint';
import { readSmallFile, type SmallFileRules } from '@hamkhan/platform/multipart/file-form';
import { Controller, Req, StreamableFile } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { GlossaryService } from './glossary.service.js';

const FILE_RULES: SmallFileRules = {
  maxBytes: MAX_GLOSSARY_FILE_BYTES,
  tooLarge: () => new AppError('COMMON.PAYLOAD_TOO_LARGE'),
};

/** The terms of a document, for its owner and staff. */
@Controller()
export class GlossaryController {
  constructor(private readonly glossary: GlossaryService) {}

  @Endpoint(glossaryRoute)
  list(
    @Input() { params: { documentId } }: Input<typeof glossaryRoute>,
    @CurrentUser() user: Identity,
  ): Promise<GlossaryResponse> {
    return this.glossary.list(documentId, user);
  }

  @Endpoint(saveTermRoute)
  put(
    @Input() { params: { documentId }, body: term }: Input<typeof saveTermRoute>,
    @CurrentUser() user: Identity,
  ): Promise<GlossaryResponse> {
    return this.glossary.put(documentId, user, term);
  }

  @Endpoint(deleteTermRoute)
  remove(
    @Input() { params: { documentId }, body: { id } }: Input<typeof deleteTermRoute>,
    @CurrentUser() user: Identity,
  ): Promise<GlossaryResponse> {
    return this.glossary.remove(documentId, user, id);
  }

  @Endpoint(applyGlossaryRoute)
  apply(
    @Input() { params: { documentId } }: Input<typeof applyGlossaryRoute>,
    @CurrentUser() user: Identity,
  ): Promise<GlossaryApplyResponse> {
    return this.glossary.apply(documentId, user);
  }

  @Endpoint(exportGlossaryRoute)
  async exportFile(
    @Input() { params: { documentId } }: Input<typeof exportGlossaryRoute>,
    @CurrentUser() user: Identity,
  ): Promise<StreamableFile> {
    const csv = await this.glossary.exportCsv(documentId, user);
    return new StreamableFile(Buffer.from(csv), {
      type: 'text/csv; charset=utf-8',
      disposition: 'attachment; filename="glossary.csv"',
    });
  }

  @Endpoint(importGlossaryRoute)
  async importFile(
    @Input() { params: { documentId } }: Input<typeof importGlossaryRoute>,
    @Req() request: FastifyRequest,
    @CurrentUser() user: Identity,
  ): Promise<GlossaryImportResponse> {
    return this.glossary.importCsv(documentId, user, await readSmallFile(request, FILE_RULES));
  }
}
