import {
  MediaListQuery,
  RemoveMediaRequest,
  SaveMediaFields,
  type MediaListResponse,
  type RemoveMediaResponse,
  type SaveMediaResponse,
} from '@hamkhan/contracts/http/media';
import type { Identity } from '@hamkhan/contracts/identity';
import { Access, CurrentUser } from '@hamkhan/platform/http/access';
import { ZodPipe } from '@hamkhan/platform/http/zod-pipe';
import { drainBody, openFileForm } from '@hamkhan/platform/multipart/file-form';
import { Body, Controller, Get, HttpCode, Post, Query, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { MediaService } from './media.service.js';

const status = 'success' as const;
/** Bytes of a refused file that are still read, so that the client reads the response. */
const MAX_DRAINED_BYTES = 128 * 1024 * 1024;
const FORM = { fields: SaveMediaFields, interrupted: 'DOCUMENTS.UPLOAD_INTERRUPTED' } as const;

@Controller('api/document/media')
@Access('user')
export class MediaController {
  constructor(private readonly media: MediaService) {}

  @Get('list/')
  async list(
    @Query(new ZodPipe(MediaListQuery)) query: MediaListQuery,
    @CurrentUser() user: Identity,
  ): Promise<MediaListResponse> {
    return { status, document_media_files: await this.media.list(user, query) };
  }

  @Post('save/')
  @HttpCode(200)
  @RouteConfig({ streamBody: true })
  async save(@Req() request: FastifyRequest, @CurrentUser() user: Identity): Promise<SaveMediaResponse> {
    try {
      return { status, media: await this.media.save(user, await openFileForm(request, FORM)) };
    } catch (error) {
      drainBody(request.raw, MAX_DRAINED_BYTES);
      throw error;
    }
  }

  @Post('remove/')
  @HttpCode(200)
  async remove(
    @Body(new ZodPipe(RemoveMediaRequest)) request: RemoveMediaRequest,
    @CurrentUser() user: Identity,
  ): Promise<RemoveMediaResponse> {
    await this.media.remove(user, request);
    return { status };
  }
}
