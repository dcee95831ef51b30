import type {
  NoteDeletedResponse,
  NoteDocumentsResponse,
  NoteListResponse,
  NoteResponse,
  NoteTagResponse,
  NoteTagsResponse,
} from '@hamkhan/contracts/http/notes';
import type { Identity } from '@hamkhan/contracts/identity';
import {
  listNotesRoute,
  listNoteDocumentsRoute,
  createNoteRoute,
  updateNoteRoute,
  deleteNoteRoute,
  listNoteTagsRoute,
  createNoteTagRoute,
} from '@hamkhan/contracts/routes/notes';
import { CurrentUser } from '@hamkhan/platform/http/access';
import { Endpoint, Input } from '@hamkhan/platform/http/endpoint';
import { Controller } from '@nestjs/common';
import { NotesService } from './notes.service.js';

const status = 'success' as const;

@Controller()
export class NotesController {
  constructor(private readonly notes: NotesService) {}

  @Endpoint(listNotesRoute)
  async list(
    @Input() { query: { document_key: document } }: Input<typeof listNotesRoute>,
    @CurrentUser() user: Identity,
  ): Promise<NoteListResponse> {
    return { status, notes: await this.notes.list(user, document) };
  }

  @Endpoint(listNoteDocumentsRoute)
  async documents(@CurrentUser() user: Identity): Promise<NoteDocumentsResponse> {
    return { status, documents: await this.notes.documents(user) };
  }

  @Endpoint(createNoteRoute)
  async create(
    @Input() { body: request }: Input<typeof createNoteRoute>,
    @CurrentUser() user: Identity,
  ): Promise<NoteResponse> {
    return { status, note: await this.notes.create(user, request) };
  }

  @Endpoint(updateNoteRoute)
  async update(
    @Input() { params: { noteId }, body: request }: Input<typeof updateNoteRoute>,
    @CurrentUser() user: Identity,
  ): Promise<NoteResponse> {
    return { status, note: await this.notes.update(user, noteId, request) };
  }

  @Endpoint(deleteNoteRoute)
  async remove(
    @Input() { params: { noteId } }: Input<typeof deleteNoteRoute>,
    @CurrentUser() user: Identity,
  ): Promise<NoteDeletedResponse> {
    await this.notes.remove(user, noteId);
    return { status };
  }

  @Endpoint(listNoteTagsRoute)
  async tags(@CurrentUser() user: Identity): Promise<NoteTagsResponse> {
    return { status, tags: await this.notes.tags(user) };
  }

  @Endpoint(createNoteTagRoute)
  async createTag(
    @Input() { body: { name } }: Input<typeof createNoteTagRoute>,
    @CurrentUser() user: Identity,
  ): Promise<NoteTagResponse> {
    return { status, tag: await this.notes.createTag(user, name) };
  }
}
