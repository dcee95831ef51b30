import { ObjectStore } from '@hamkhan/platform/object-store/object-store';
import { KnownUsersRepository } from '@hamkhan/platform/known-users/known-users.repository';
import { Injectable } from '@nestjs/common';
import { DocumentRepository } from '../document/document.repository.js';
import type { DocumentRow } from '../document/document.schema.js';
import { NotesRepository } from '../notes/notes.repository.js';
import { originalFileName } from '../original/original-name.domain.js';
import { PageRepository } from '../page/page.repository.js';
import { ReadingRepository } from '../reader/reading.repository.js';
import { ShelfService } from '../shelf/shelf.service.js';
import { SuggestionRepository } from '../suggestion/suggestion.repository.js';
import type { ExportRow } from './export.schema.js';
import type { ZipEntry } from './zip-archive.js';

/** More notes than a reader can write. */
const MAX_NOTES = 1_000_000;
const PAGES_PER_READ = 20;

/** The files of an export. */
@Injectable()
export class ExportContent {
  constructor(
    private readonly users: KnownUsersRepository,
    private readonly documents: DocumentRepository,
    private readonly pages: PageRepository,
    private readonly shelves: ShelfService,
    private readonly notes: NotesRepository,
    private readonly readings: ReadingRepository,
    private readonly suggestions: SuggestionRepository,
    private readonly store: ObjectStore,
  ) {}

  /** Ids of the documents that an export has. */
  documentsOf(userId: string): Promise<string[]> {
    return this.documents.idsOwned(userId, Number.MAX_SAFE_INTEGER);
  }

  /** JSON files about the user, then each document with its uploaded file. `onDocument` is called after each. */
  async *entries(
    { userId, username, language }: Pick<ExportRow, 'userId' | 'username' | 'language'>,
    documentIds: readonly string[],
    onDocument: (done: number) => Promise<void>,
  ): AsyncGenerator<ZipEntry> {
    const fullName = (await this.users.namesOf([userId])).get(userId) ?? '';
    yield json('account.json', [{ id: userId, username, fullName, language }]);
    yield json('shelves.json', (await this.shelves.list(userId, true)).shelves);
    yield json('notes.json', await this.notes.list(userId, null, MAX_NOTES));
    yield json('note-tags.json', await this.notes.listTags(userId));
    yield json('reading.json', await this.readings.listOf(userId));
    yield json('suggestions.json', this.suggestions.listOf(userId));
    let done = 0;
    for (const id of documentIds) {
      const document = await this.documents.findByName(id);
      if (document) yield* this.documentEntries(document);
      done += 1;
      await onDocument(done);
    }
  }

  private *documentEntries(document: DocumentRow): Generator<ZipEntry> {
    const { key, title, kind, objectKey } = document;
    const { objectKey: _object, searchText: _search, sortTitle: _sort, writes: _writes, ...facts } = document;
    const folder = `documents/${key}`;
    yield json(`${folder}/document.json`, [facts]);
    yield json(`${folder}/pages.json`, this.pagesOf(document));
    yield {
      name: `${folder}/${originalFileName(title, kind)}`,
      content: () => fromStore(this.store, objectKey),
    };
  }

  private async *pagesOf({ _id, totalPages }: DocumentRow): AsyncGenerator {
    for (let from = 0; from < totalPages; from += PAGES_PER_READ) {
      const numbers = Array.from(
        { length: Math.min(PAGES_PER_READ, totalPages - from) },
        (_, at) => from + at,
      );
      const pages = await this.pages.findTexts(_id, numbers);
      yield* pages.toSorted((one, other) => one.number - other.number);
    }
  }
}

async function* fromStore(store: ObjectStore, key: string): AsyncGenerator<Uint8Array> {
  yield* (await store.getStream(key)) as AsyncIterable<Uint8Array>;
}

/** A file with a JSON array, which is written row by row. */
const json = (name: string, rows: Iterable<unknown> | AsyncIterable<unknown>): ZipEntry => ({
  name,
  content: () => jsonArray(rows),
});

async function* jsonArray(rows: Iterable<unknown> | AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  let separator = '[\n';
  for await (const row of rows) {
    yield Buffer.from(`${separator}${JSON.stringify(row, null, 2)}`);
    separator = ',\n';
  }
  yield Buffer.from(separator === '[\n' ? '[]\n' : '\n]\n');
}
