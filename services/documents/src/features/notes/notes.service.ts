import { foldForSearch } from '@hamkhan/contracts/folding';
import {
  MAX_NOTES,
  MAX_NOTES_ON_PAGE,
  MAX_TAGS,
  type CreateNoteRequest,
  type DocumentWithNotes,
  type Note,
  type NoteTag,
  type UpdateNoteRequest,
} from '@hamkhan/contracts/http/notes';
import type { Identity } from '@hamkhan/contracts/identity';
import { AppError } from '@hamkhan/platform/app-error';
import { fieldError } from '@hamkhan/platform/http/field-error';
import { Injectable } from '@nestjs/common';
import { isPermitted } from '../access/access.domain.js';
import { newObjectId } from '../document/object-id.js';
import { PageRepository } from '../page/page.repository.js';
import { ReaderService, type OpenDocument } from '../reader/reader.service.js';
import { positionOfNewNote } from './note-position.domain.js';
import { isLocked, toNote } from './note.mapper.js';
import type { NoteRow } from './note.schema.js';
import { NotesRepository } from './notes.repository.js';

/** A reader's private notes; quotes are shown only while the reader may see their pages (C31). */
@Injectable()
export class NotesService {
  constructor(
    private readonly notes: NotesRepository,
    private readonly pages: PageRepository,
    private readonly reader: ReaderService,
  ) {}

  /** Newest first, without notes on documents that are removed or no longer visible to the reader. */
  async list(user: Identity, documentName: string | undefined): Promise<Note[]> {
    const only = documentName === undefined ? null : await this.reader.openOrNull(documentName, user);
    if (documentName !== undefined && !only) return [];
    const rows = await this.notes.list(user.userId, only?.document._id ?? null, MAX_NOTES);
    const opened = await this.openAll(new Set(rows.map(({ documentId }) => documentId)), user);
    return rows.flatMap((row) => {
      const one = opened.get(row.documentId);
      return one ? [toNote(row, one.document, one.access)] : [];
    });
  }

  /** The documents with notes of this reader, by title. */
  async documents(user: Identity): Promise<DocumentWithNotes[]> {
    const counts = await this.notes.countByDocument(user.userId);
    const opened = await this.openAll(new Set(counts.keys()), user);
    return [...opened.values()]
      .map(({ document }) => document)
      .toSorted((one, other) => one.sortTitle.localeCompare(other.sortTitle))
      .map(({ _id, key, title, originalTitle }) => ({
        key,
        title,
        original_title: originalTitle,
        note_count: counts.get(_id) ?? 0,
      }));
  }

  /**
   * Creates a note on a page that its author may see.
   * @throws DOCUMENTS.NOT_FOUND, DOCUMENTS.PREVIEW_ONLY for a page outside the preview, COMMON.VALIDATION_FAILED for a page that does not
   * exist, NOTES.TOO_MANY.
   */
  async create(user: Identity, request: CreateNoteRequest): Promise<Note> {
    const { document, access } = await this.reader.open(request.document, user);
    const { page_number: pageNumber } = request;
    if (!isPermitted(access, pageNumber)) {
      throw access.full ? fieldError('page_number', 'INVALID') : new AppError('DOCUMENTS.PREVIEW_ONLY');
    }
    const isFull =
      (await this.notes.countOnPage(user.userId, document._id, pageNumber)) >= MAX_NOTES_ON_PAGE ||
      (await this.notes.count(user.userId)) >= MAX_NOTES;
    if (isFull) throw new AppError('NOTES.TOO_MANY');
    const [page = null] = await this.pages.findTexts(document._id, [pageNumber]);
    const position = positionOfNewNote(request, page);
    const now = new Date();
    const note: NoteRow = {
      ...position,
      _id: newObjectId(now.getTime()),
      ownerId: user.userId,
      impersonatedBy: user.impersonatedBy,
      documentId: document._id,
      text: request.text,
      selectedText: request.text,
      originalQuote: position.anchored,
      userNote: request.user_note,
      category: request.category,
      tags: await this.tagNames(user.userId, request.tags),
      createdAt: now,
      modifiedAt: now,
    };
    await this.notes.insert(note);
    return toNote(note, document, access);
  }

  /**
   * Changes the texts, category and tags of a note, never its position or selection (G44).
   * @throws NOTES.NOT_FOUND also for another reader's note; DOCUMENTS.PREVIEW_ONLY if its author may not see its page.
   */
  async update(user: Identity, id: string, request: UpdateNoteRequest): Promise<Note> {
    const own = { id, ownerId: user.userId };
    const note = await this.notes.find(own);
    const opened = note && (await this.reader.openOrNull(note.documentId, user));
    if (!note || !opened) throw new AppError('NOTES.NOT_FOUND');
    if (isLocked(note, opened.access)) throw new AppError('DOCUMENTS.PREVIEW_ONLY');
    const { text, category, user_note: userNote, tags } = request;
    const changed = await this.notes.update(own, {
      text,
      category,
      impersonatedBy: user.impersonatedBy,
      ...(userNote === undefined ? {} : { userNote }),
      ...(tags === undefined ? {} : { tags: await this.tagNames(user.userId, tags) }),
      modifiedAt: new Date(),
    });
    if (!changed) throw new AppError('NOTES.NOT_FOUND');
    return toNote(changed, opened.document, opened.access);
  }

  /** @throws NOTES.NOT_FOUND also for another reader's note. */
  async remove(user: Identity, id: string): Promise<void> {
    if (!(await this.notes.remove({ id, ownerId: user.userId }))) throw new AppError('NOTES.NOT_FOUND');
  }

  async tags(user: Identity): Promise<NoteTag[]> {
    return (await this.notes.listTags(user.userId)).map(({ _id, name }) => ({ id: _id, name }));
  }

  /** Finds or creates the tag of a name. @throws NOTES.TOO_MANY. */
  async createTag(user: Identity, name: string): Promise<NoteTag> {
    const [tag] = await this.ensureTags(user.userId, [name]);
    if (!tag) throw fieldError('name', 'REQUIRED');
    return tag;
  }

  /** Names of the tags in their first spelling, without repetitions; unknown tags are created (G72). */
  private async tagNames(ownerId: string, names: readonly string[]): Promise<string[]> {
    return (await this.ensureTags(ownerId, names)).map(({ name }) => name);
  }

  private async ensureTags(ownerId: string, names: readonly string[]): Promise<NoteTag[]> {
    const wanted = new Map(names.map((name) => [foldForSearch(name) || name, name]));
    if (wanted.size === 0) return [];
    const known = new Map((await this.notes.listTags(ownerId)).map((tag) => [tag.folded, tag]));
    const missing = [...wanted.keys()].filter((folded) => !known.has(folded));
    if (known.size + missing.length > MAX_TAGS) throw new AppError('NOTES.TOO_MANY');
    const tags: NoteTag[] = [];
    for (const [folded, name] of wanted) {
      const tag = known.get(folded) ?? (await this.notes.ensureTag(ownerId, name, folded));
      tags.push({ id: tag._id, name: tag.name });
    }
    return tags;
  }

  private async openAll(
    documentIds: ReadonlySet<string>,
    user: Identity,
  ): Promise<Map<string, OpenDocument>> {
    const opened = await Promise.all([...documentIds].map((id) => this.reader.openOrNull(id, user)));
    return new Map(opened.flatMap((one) => (one ? [[one.document._id, one]] : [])));
  }
}
