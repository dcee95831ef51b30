import {
  SaveMediaFields,
  type MediaListResponse,
  type RemoveMediaResponse,
  type SaveMediaResponse,
} from '@hamkhan/contracts/http/media';
import type { Identity } from '@hamkhan/contracts/identity';
import { listMediaRoute, saveMediaRoute, removeMediaRoute } from '@hamkhan/contracts/routes/media';
import { CurrentUser } from '@hamkhan/platform/http/access';
import { Endpoint, Input } from '@hamkhan/platform/http/endpoint';
import { openFileForm } from '@hamkhan/platform/multipart/file-form';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { MediaService } from './media.service.js';

const status = 'success' as const;
const FORM = { fields: SaveMediaFields, interrupted: 'DOCUMENTS.UPLOAD_INTERRUPTED' } as const;

@Controller()
export class MediaController {
  constructor(private readonly media: MediaService) {}

  @Endpoint(listMediaRoute)
  async list(
    @Input() { query }: Input<typeof listMediaRoute>,
    @CurrentUser() user: Identity,
  ): Promise<MediaListResponse> {
    return { status, document_media_files: await this.media.list(user, query) };
  }

  @Endpoint(saveMediaRoute)
  async save(@Req() request: FastifyRequest, @CurrentUser() user: Identity): Promise<SaveMediaResponse> {
    return { status, media: await this.media.save(user, await openFileForm(request, FORM)) };
  }

  @Endpoint(removeMediaRoute)
  async remove(
    @Input() { body: request }: Input<typeof removeMediaRoute>,
    @CurrentUser() user: Identity,
  ): Promise<RemoveMediaResponse> {
    await this.media.remove(user, request);
    return { status };
  }
}
