import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DOCUMENTS_CONFIG, type DocumentsConfig } from '../../config.js';
import type { PageRange } from '../access/access.domain.js';
import type { DocumentRow } from '../document/document.schema.js';
import { gzipOf, storedPart, type GzipPart } from '../page/gzip-parts.domain.js';
import { ImageSigner, windowOf } from '../page/image-signature.domain.js';
import { PageRepository, type DeliveredPage } from '../page/page.repository.js';

/** A response body that is ready to be sent. */
export type PreparedBody = {
  gzip: Buffer;
  /** Identifies the bytes; an ETag without its quotes. */
  tag: string;
  /** The signature window of its image addresses, after which it is stale; null if it has none. */
  window: number | null;
};

export type Chunk = { page: number; perPage: number };

const COMMA = storedPart(',');
const CHUNK_HEAD = storedPart('{"pages":[');

/**
 * Joins the bytes of pages into response bodies and caches them. A page was compressed when it was written; only signatures and brackets
 * are added here.
 */
@Injectable()
export class DeliveryService {
  private readonly chunks: LRUCache<string, PreparedBody>;

  constructor(
    private readonly pages: PageRepository,
    private readonly signer: ImageSigner,
    @Inject(DOCUMENTS_CONFIG) config: DocumentsConfig,
  ) {
    const maxSize = Math.ceil(config.DELIVERY_CACHE_MB * 1024 * 1024);
    this.chunks = new LRUCache({
      maxSize,
      // One large body must not evict all others.
      maxEntrySize: Math.ceil(maxSize / 8),
      sizeCalculation: ({ gzip }) => gzip.length,
    });
  }

  /** `PagesResponse` with the given pages of a document; without pages if null. */
  async chunk(document: DocumentRow, chunk: Chunk, pages: PageRange | null): Promise<PreparedBody> {
    const { page, perPage } = chunk;
    const { _id, contentRevision, addressEpoch = 0 } = document;
    const key = `${_id} ${contentRevision} ${addressEpoch} ${page} ${perPage} ${pages?.from} ${pages?.to}`;
    const window = windowOf(Date.now());
    const cached = this.chunks.get(key);
    if (cached && (cached.window === null || cached.window === window)) return cached;
    const found = pages ? await this.pages.readDelivered(document._id, pages.from, pages.to) : [];
    const pagination = { page, per_page: perPage, total_items: document.totalPages };
    const body = this.join(document, found, window, [
      CHUNK_HEAD,
      storedPart(`],"pagination":${JSON.stringify(pagination)}}`),
    ]);
    this.chunks.set(key, body);
    return body;
  }

  /** A JSON object with one page as a member: `head`, the page or `null`, `tail`. */
  async withPage(
    document: DocumentRow,
    number: number | null,
    head: string,
    tail: string,
  ): Promise<PreparedBody> {
    const found = number === null ? [] : await this.pages.readDelivered(document._id, number, number);
    const before = storedPart(found.length > 0 ? head : `${head}null`);
    return this.join(document, found, windowOf(Date.now()), [before, storedPart(tail)]);
  }

  private join(
    document: DocumentRow,
    pages: readonly DeliveredPage[],
    window: number,
    [head, tail]: [GzipPart, GzipPart],
  ): PreparedBody {
    const parts: GzipPart[] = [head];
    let isSigned = false;
    pages.forEach((page, index) => {
      if (index > 0) parts.push(COMMA);
      for (const part of page.delivered) {
        parts.push(part);
        if (part.image === undefined) continue;
        isSigned = true;
        parts.push(storedPart(this.signer.query(document, part.image, window)));
      }
    });
    parts.push(tail);
    const tag = createHash('sha256');
    for (const part of parts) tag.update(`${part.crc}.${part.size} `);
    tag.update(`${document._id} ${pages.map((page) => `${page.number}:${page.revision}`).join(' ')}`);
    return {
      gzip: gzipOf(parts),
      tag: tag.digest('base64url').slice(0, 22),
      window: isSigned ? window : null,
    };
  }
}

/** The uncompressed body, for the rare client that does not accept gzip. */
export const plainBody = (body: PreparedBody): Buffer => gunzipSync(body.gzip);
