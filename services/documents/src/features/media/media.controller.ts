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
import { Body, Controller, Get, HttpCode, Post, Query, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { drain, readUploadForm } from '../upload/upload-form.js';
import { MediaService } from './media.service.js';

const status = 'success' as const;
/** What is read of a refused file, so that its sender gets to see the answer. */
const MAX_DRAINED_BYTES = 128 * 1024 * 1024;
const FORM = { schema: SaveMediaFields, names: ['page_id'], invalid: 'COMMON.VALIDATION_FAILED' } as const;

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
      return { status, media: await this.media.save(user, await readUploadForm(request, FORM)) };
    } catch (error) {
      drain(request.raw, MAX_DRAINED_BYTES);
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
