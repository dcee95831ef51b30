import { setImmediate } from 'node:timers/promises';
import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { PageRepository, type PageTexts } from '../page/page.repository.js';
import { hasMoved, positionOf, reanchor } from './note-position.domain.js';
import type { NotePosition } from './note.schema.js';
import { NotesRepository } from './notes.repository.js';

/** Moves notes with their passages when page texts change. */
@Injectable()
export class NoteAnchoringService {
  constructor(
    private readonly notes: NotesRepository,
    private readonly pages: PageRepository,
  ) {}

  /**
   * Finds the notes of a page in its new text, and orphans of the neighbouring pages whose passage is now on this page. Call it in the
   * transaction that writes the page.
   */
  async pageChanged(page: PageTexts & { documentId: string }, tx: Tx): Promise<void> {
    const { documentId, number } = page;
    const notes = (await this.notes.listOnPages(documentId, [number - 1, number, number + 1], tx)).filter(
      (note) => note.pageNumber === number || note.orphan,
    );
    if (notes.length === 0) return;
    const neighbours = notes.some((note) => note.pageNumber === number)
      ? await this.pages.findTexts(documentId, [number - 1, number + 1], tx)
      : [];
    const moves: { id: string; to: NotePosition }[] = [];
    for (const note of notes) {
      const to = positionOf(reanchor(note, page, () => (note.pageNumber === number ? neighbours : [])));
      if (hasMoved(note, to)) moves.push({ id: note._id, to });
      // A page can have the notes of many readers.
      await setImmediate();
    }
    await this.notes.move(moves, tx);
  }
}
