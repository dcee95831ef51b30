import { setImmediate } from 'node:timers/promises';
import { findPattern, type FindPattern } from '@hamkhan/contracts/find-in-text';
import {
  MAX_FIND_RESULTS,
  type FindQuery,
  type FindResult,
  type TocEntry,
} from '@hamkhan/contracts/http/reader';
import type { Identity } from '@hamkhan/contracts/identity';
import { Injectable } from '@nestjs/common';
import { ReaderService, type OpenDocument } from '../reader/reader.service.js';
import { findOnPage, tocEntriesOf } from '../search-index/search-index.domain.js';
import { SearchIndexRepository } from '../search-index/search-index.repository.js';
import { SearchLimit } from './search-limit.service.js';

/** A search that takes longer returns what it has found. */
const MAX_SEARCH_MS = 5_000;

export type Found = { results: FindResult[]; truncated: boolean };

/** Table of contents and full-text search of a document, limited to the pages its reader may see (C10). */
@Injectable()
export class DocumentSearchService {
  constructor(
    private readonly reader: ReaderService,
    private readonly index: SearchIndexRepository,
    private readonly limit: SearchLimit,
  ) {}

  /** The headings on the pages this reader may see, in order. @throws DOCUMENTS.NOT_FOUND, AUTH.SESSION_LIMIT. */
  async contents(name: string, reader: Identity | null): Promise<TocEntry[]> {
    const { document, access } = await this.reader.open(name, reader);
    if (!access.pages) return [];
    return (await this.index.findHeadings(document._id, access.pages)).flatMap(tocEntriesOf);
  }

  /**
   * Matches of a query on the pages this reader may see, in the original and one translation; none for fewer than three letters.
   * @param network the network of the client, by which guests are limited
   * @throws DOCUMENTS.NOT_FOUND, AUTH.SESSION_LIMIT, AUTH.TOO_MANY_REQUESTS, COMMON.UNAVAILABLE.
   */
  async find(name: string, query: FindQuery, reader: Identity | null, network: string): Promise<Found> {
    const opened = await this.reader.open(name, reader);
    const pattern = findPattern(query.q);
    if (!opened.access.pages || pattern === null) return { results: [], truncated: false };
    if (!reader) await this.limit.countGuest(network);
    return this.limit.run(() => this.findOnPages(opened, pattern, query.version));
  }

  private async findOnPages(
    { document, access }: OpenDocument,
    pattern: FindPattern,
    version: FindQuery['version'],
  ): Promise<Found> {
    const results: FindResult[] = [];
    if (!access.pages) return { results, truncated: false };
    const end = performance.now() + MAX_SEARCH_MS;
    for await (const page of this.index.findCandidates(document._id, access.pages, pattern.source)) {
      results.push(...findOnPage(page, pattern, version, MAX_FIND_RESULTS + 1 - results.length));
      if (results.length > MAX_FIND_RESULTS) break;
      if (performance.now() > end) return { results, truncated: true };
      // Pages arrive in batches, so that without this the process would do nothing else for a whole batch.
      await setImmediate();
    }
    return { results: results.slice(0, MAX_FIND_RESULTS), truncated: results.length > MAX_FIND_RESULTS };
  }
}
