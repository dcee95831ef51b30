import { findPattern } from '@hamkhan/contracts/find-in-text';
import {
  MAX_FIND_RESULTS,
  type FindQuery,
  type FindResult,
  type TocEntry,
} from '@hamkhan/contracts/http/reader';
import type { Identity } from '@hamkhan/contracts/identity';
import { Injectable } from '@nestjs/common';
import { ReaderService } from '../reader/reader.service.js';
import { findOnPage, tocEntriesOf } from '../search-index/search-index.domain.js';
import { SearchIndexRepository } from '../search-index/search-index.repository.js';

/** Table of contents and full-text search of a document, limited to the pages its reader may see (C10). */
@Injectable()
export class DocumentSearchService {
  constructor(
    private readonly reader: ReaderService,
    private readonly index: SearchIndexRepository,
  ) {}

  /** The headings on the pages this reader may see, in order. @throws DOCUMENTS.NOT_FOUND, AUTH.SESSION_LIMIT. */
  async contents(name: string, reader: Identity | null): Promise<TocEntry[]> {
    const { document, access } = await this.reader.open(name, reader);
    if (!access.pages) return [];
    return (await this.index.findHeadings(document._id, access.pages)).flatMap(tocEntriesOf);
  }

  /**
   * Matches of a query on the pages this reader may see, in the original and one translation; none for fewer than three letters.
   * @throws DOCUMENTS.NOT_FOUND, AUTH.SESSION_LIMIT.
   */
  async find(
    name: string,
    { q, version }: FindQuery,
    reader: Identity | null,
  ): Promise<{ results: FindResult[]; truncated: boolean }> {
    const { document, access } = await this.reader.open(name, reader);
    const pattern = findPattern(q);
    const results: FindResult[] = [];
    if (!access.pages || pattern === null) return { results, truncated: false };
    for await (const page of this.index.findCandidates(document._id, access.pages, pattern)) {
      results.push(...findOnPage(page, pattern, version, MAX_FIND_RESULTS + 1 - results.length));
      if (results.length > MAX_FIND_RESULTS) break;
    }
    return { results: results.slice(0, MAX_FIND_RESULTS), truncated: results.length > MAX_FIND_RESULTS };
  }
}
