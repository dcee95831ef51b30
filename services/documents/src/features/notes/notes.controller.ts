import {
  CreateNoteRequest,
  CreateTagRequest,
  NoteListQuery,
  UpdateNoteRequest,
  type NoteDeletedResponse,
  type NoteDocumentsResponse,
  type NoteListResponse,
  type NoteResponse,
  type NoteTagResponse,
  type NoteTagsResponse,
} from '@hamkhan/contracts/http/notes';
import type { Identity } from '@hamkhan/contracts/identity';
import { Access, CurrentUser } from '@hamkhan/platform/http/access';
import { ZodPipe } from '@hamkhan/platform/http/zod-pipe';
import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { NotesService } from './notes.service.js';

const status = 'success' as const;

@Controller('api/knowledge/note')
@Access('user')
export class NotesController {
  constructor(private readonly notes: NotesService) {}

  @Get('list/')
  async list(
    @Query(new ZodPipe(NoteListQuery)) { document_key: document }: NoteListQuery,
    @CurrentUser() user: Identity,
  ): Promise<NoteListResponse> {
    return { status, notes: await this.notes.list(user, document) };
  }

  @Get('documents/')
  async documents(@CurrentUser() user: Identity): Promise<NoteDocumentsResponse> {
    return { status, documents: await this.notes.documents(user) };
  }

  @Post('create/')
  @HttpCode(200)
  async create(
    @Body(new ZodPipe(CreateNoteRequest)) request: CreateNoteRequest,
    @CurrentUser() user: Identity,
  ): Promise<NoteResponse> {
    return { status, note: await this.notes.create(user, request) };
  }

  @Post('update/:noteId/')
  @HttpCode(200)
  async update(
    @Param('noteId') noteId: string,
    @Body(new ZodPipe(UpdateNoteRequest)) request: UpdateNoteRequest,
    @CurrentUser() user: Identity,
  ): Promise<NoteResponse> {
    return { status, note: await this.notes.update(user, noteId, request) };
  }

  @Post('delete/:noteId/')
  @HttpCode(200)
  async remove(@Param('noteId') noteId: string, @CurrentUser() user: Identity): Promise<NoteDeletedResponse> {
    await this.notes.remove(user, noteId);
    return { status };
  }

  @Get('tag/list/')
  async tags(@CurrentUser() user: Identity): Promise<NoteTagsResponse> {
    return { status, tags: await this.notes.tags(user) };
  }

  @Post('tag/create/')
  @HttpCode(200)
  async createTag(
    @Body(new ZodPipe(CreateTagRequest)) { name }: CreateTagRequest,
    @CurrentUser() user: Identity,
  ): Promise<NoteTagResponse> {
    return { status, tag: await this.notes.createTag(user, name) };
  }
}
