import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { DocumentsConfig } from '../../config.js';
import type { DocumentRow } from '../document/document.schema.js';
import { storedPart } from '../page/gzip-parts.domain.js';
import { ImageSigner } from '../page/image-signature.domain.js';
import type { PageRepository } from '../page/page.repository.js';
import { DeliveryService, plainBody } from './delivery.service.js';

const CACHE_BYTES = 80_000;
const document = { _id: 'd', contentRevision: 1, totalPages: 100 } as DocumentRow;
let reads: number[];
let pageBytes: number;
let delivery: DeliveryService;

/** Reads one page of the document. */
const read = async (number: number): Promise<string> =>
  plainBody(
    await delivery.chunk(document, { page: number + 1, perPage: 1 }, { from: number, to: number }),
  ).toString();

describe('the cache of DeliveryService', () => {
  beforeEach(() => {
    reads = [];
    pageBytes = 7_000;
    const pages = {
      readDelivered: (_id: string, from: number) => {
        reads.push(from);
        const delivered = [storedPart(`"${from} ${randomBytes(pageBytes / 2).toString('hex')}"`)];
        return Promise.resolve([{ number: from, revision: 1, delivered }]);
      },
    } as unknown as PageRepository;
    const config = { DELIVERY_CACHE_MB: CACHE_BYTES / 1024 / 1024 } as DocumentsConfig;
    delivery = new DeliveryService(pages, new ImageSigner('secret'), config);
  });

  it('reads a page from the database once', async () => {
    expect(await read(0)).toBe(await read(0));
    expect(reads).toEqual([0]);
  });

  it('evicts the least recently used body when it is full', async () => {
    for (let number = 0; number < 11; number += 1) await read(number);
    await read(0);
    await read(11);
    reads = [];
    await read(0);
    await read(11);
    expect(reads).toEqual([]);
    await read(1);
    expect(reads).toEqual([1]);
  });

  it('does not cache a body larger than an eighth of its size', async () => {
    pageBytes = 10_000;
    await read(0);
    await read(0);
    expect(reads).toEqual([0, 0]);
  });
});
