import type { ContentsResponse, FindResponse } from '@hamkhan/contracts/http/reader';
import type { Identity } from '@hamkhan/contracts/identity';
import { documentContentsRoute, findInDocumentRoute } from '@hamkhan/contracts/routes/reader';
import { OptionalUser } from '@hamkhan/platform/http/access';
import { Endpoint, Input } from '@hamkhan/platform/http/endpoint';
import { clientAddress, networkOf } from '@hamkhan/platform/http/client-network';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DocumentSearchService } from './document-search.service.js';

const status = 'success' as const;

@Controller()
export class DocumentSearchController {
  constructor(private readonly search: DocumentSearchService) {}

  @Endpoint(documentContentsRoute)
  async contents(
    @Input() { params: { documentId } }: Input<typeof documentContentsRoute>,
    @OptionalUser() reader: Identity | null,
  ): Promise<ContentsResponse> {
    return { status, entries: await this.search.contents(documentId, reader) };
  }

  @Endpoint(findInDocumentRoute)
  async find(
    @Input() { params: { documentId }, query }: Input<typeof findInDocumentRoute>,
    @OptionalUser() reader: Identity | null,
    @Req() request: FastifyRequest,
  ): Promise<FindResponse> {
    const network = networkOf(clientAddress(request));
    return { status, ...(await this.search.find(documentId, query, reader, network)) };
  }
}
