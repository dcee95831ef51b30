import { FindQuery, type ContentsResponse, type FindResponse } from '@hamkhan/contracts/http/reader';
import type { Identity } from '@hamkhan/contracts/identity';
import { Access, OptionalUser } from '@hamkhan/platform/http/access';
import { ZodPipe } from '@hamkhan/platform/http/zod-pipe';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { DocumentSearchService } from './document-search.service.js';

const status = 'success' as const;

@Controller('api/document')
@Access('guest')
export class DocumentSearchController {
  constructor(private readonly search: DocumentSearchService) {}

  @Get('contents/:documentId/')
  async contents(
    @Param('documentId') documentId: string,
    @OptionalUser() reader: Identity | null,
  ): Promise<ContentsResponse> {
    return { status, entries: await this.search.contents(documentId, reader) };
  }

  @Get('find/:documentId/')
  async find(
    @Param('documentId') documentId: string,
    @Query(new ZodPipe(FindQuery)) query: FindQuery,
    @OptionalUser() reader: Identity | null,
  ): Promise<FindResponse> {
    return { status, ...(await this.search.find(documentId, query, reader)) };
  }
}
