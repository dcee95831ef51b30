import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { PageRepository, type PageTexts } from '../page/page.repository.js';
import { hasMoved, positionOf, reanchor } from './note-place.domain.js';
import { NotesRepository } from './notes.repository.js';

/** Keeps notes at their passages when texts change. */
@Injectable()
export class NoteAnchoringService {
  constructor(
    private readonly notes: NotesRepository,
    private readonly pages: PageRepository,
  ) {}

  /**
   * A page has a new text (it was converted, translated, processed again or corrected): finds its notes in it, and takes back orphans of the
   * pages beside it whose passage came here. To be called in the transaction that writes the page.
   */
  async pageChanged(page: PageTexts & { documentId: string }, tx: Tx): Promise<void> {
    const { documentId, number } = page;
    const notes = (await this.notes.onPages(documentId, [number - 1, number, number + 1], tx)).filter(
      (note) => note.pageNumber === number || note.orphan,
    );
    if (notes.length === 0) return;
    const beside = notes.some((note) => note.pageNumber === number)
      ? await this.pages.findTexts(documentId, [number - 1, number + 1], tx)
      : [];
    const moves = notes.flatMap((note) => {
      const to = positionOf(reanchor(note, page, () => (note.pageNumber === number ? beside : [])));
      return hasMoved(note, to) ? [{ id: note._id, to }] : [];
    });
    await this.notes.move(moves, tx);
  }
}
