import { describe, expect, it } from '@jest/globals';
import type { Identity } from '@hamkhan/contracts/identity';
import { AppError } from '@hamkhan/platform/app-error';
import type { ReaderService } from '../reader/reader.service.js';
import type { SearchIndexRepository } from '../search-index/search-index.repository.js';
import { DocumentSearchService } from './document-search.service.js';
import type { SearchLimit } from './search-limit.service.js';

const PAGES = 20;
const reader = { userId: 'u1' } as Identity;
const query = { q: 'word', version: 2 } as const;

/** A service with 20 pages that each have one match, which come in one batch, as from the database. */
function makeService(guestsLeft: number) {
  const counted: string[] = [];
  const open = () =>
    Promise.resolve({ document: { _id: 'd' }, access: { pages: { from: 0, to: PAGES - 1 } } });
  const item = { id: 'a', type: 'text', version: 0, text: 'a word', headingId: null };
  const index = {
    // oxlint-disable-next-line typescript/require-await -- an iterator that never waits
    async *findCandidates() {
      for (let number = 0; number < PAGES; number += 1) yield { number, items: [item] };
    },
  };
  const limit = {
    countGuest: (network: string) => {
      counted.push(network);
      if (counted.length > guestsLeft) return Promise.reject(new AppError('AUTH.TOO_MANY_REQUESTS'));
      return Promise.resolve();
    },
    run: <T>(search: () => Promise<T>) => search(),
  };
  const service = new DocumentSearchService(
    { open } as unknown as ReaderService,
    index as unknown as SearchIndexRepository,
    limit as unknown as SearchLimit,
  );
  return { service, counted };
}

describe('DocumentSearchService', () => {
  it('lets other requests run between two pages', async () => {
    const { service } = makeService(1);
    let turns = 0;
    let isSearching = true;
    const others = (async () => {
      while (isSearching) {
        await new Promise((resolve) => setImmediate(resolve));
        turns += 1;
      }
    })();
    const { results } = await service.find('name', query, reader, '192.0.2.1');
    isSearching = false;
    await others;
    expect(results).toHaveLength(PAGES);
    expect(turns).toBeGreaterThanOrEqual(PAGES - 1);
  });

  it('limits guests by their network, and not users', async () => {
    const { service, counted } = makeService(1);
    await expect(service.find('name', query, null, '192.0.2.1')).resolves.toMatchObject({ truncated: false });
    await expect(service.find('name', query, null, '192.0.2.1')).rejects.toMatchObject({
      code: 'AUTH.TOO_MANY_REQUESTS',
    });
    await expect(service.find('name', query, reader, '192.0.2.1')).resolves.toMatchObject({
      truncated: false,
    });
    expect(counted).toEqual(['192.0.2.1', '192.0.2.1']);
  });
});
