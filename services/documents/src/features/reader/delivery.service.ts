import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { Inject, Injectable } from '@nestjs/common';
import { DOCUMENTS_CONFIG, type DocumentsConfig } from '../../config.js';
import type { PageRange } from '../access/access.domain.js';
import type { DocumentRow } from '../document/document.schema.js';
import { gzipOf, storedPart, type GzipPart } from '../page/gzip-parts.domain.js';
import { ImageSigner, windowOf } from '../page/image-signature.domain.js';
import { PageRepository, type DeliveredPage } from '../page/page.repository.js';
import { ByteCache } from './byte-cache.js';

/** A body that is ready to be sent. */
export type Answer = {
  gzip: Buffer;
  /** Names the bytes, without quotes. */
  tag: string;
  /** The window its image addresses were signed in, null when it has none: it is good for that window only. */
  window: number | null;
};

export type Chunk = { page: number; perPage: number };

const COMMA = storedPart(',');
const CHUNK_HEAD = storedPart('{"pages":[');

/**
 * Joins the bytes of pages into answers. A page was compressed when it was written; here only signatures and brackets are added,
 * and the answer is kept for those who ask for the same.
 */
@Injectable()
export class DeliveryService {
  private readonly answers: ByteCache<Answer>;

  constructor(
    private readonly pages: PageRepository,
    private readonly signer: ImageSigner,
    @Inject(DOCUMENTS_CONFIG) config: DocumentsConfig,
  ) {
    this.answers = new ByteCache(config.DELIVERY_CACHE_MB * 1024 * 1024);
  }

  /** `PagesResponse` with the given pages of a document; null for an empty list. */
  async chunk(document: DocumentRow, chunk: Chunk, pages: PageRange | null): Promise<Answer> {
    const { page, perPage } = chunk;
    const key = `${document._id} ${document.contentRevision} ${page} ${perPage} ${pages?.from} ${pages?.to}`;
    const window = windowOf(Date.now());
    const known = this.answers.get(key);
    if (known && (known.window === null || known.window === window)) return known;
    const found = pages ? await this.pages.readDelivered(document._id, pages.from, pages.to) : [];
    const pagination = { page, per_page: perPage, total_items: document.totalPages };
    const answer = this.join(document._id, found, window, [
      CHUNK_HEAD,
      storedPart(`],"pagination":${JSON.stringify(pagination)}}`),
    ]);
    this.answers.set(key, answer, answer.gzip.length);
    return answer;
  }

  /** An object of which one member is a page: `head`, the page or `null`, `tail`. */
  async withPage(document: DocumentRow, number: number | null, head: string, tail: string): Promise<Answer> {
    const found = number === null ? [] : await this.pages.readDelivered(document._id, number, number);
    const before = storedPart(found.length > 0 ? head : `${head}null`);
    return this.join(document._id, found, windowOf(Date.now()), [before, storedPart(tail)]);
  }

  private join(
    documentId: string,
    pages: readonly DeliveredPage[],
    window: number,
    [head, tail]: [GzipPart, GzipPart],
  ): Answer {
    const parts: GzipPart[] = [head];
    let isSigned = false;
    pages.forEach((page, index) => {
      if (index > 0) parts.push(COMMA);
      for (const part of page.delivered) {
        parts.push(part);
        if (part.image === undefined) continue;
        isSigned = true;
        parts.push(storedPart(this.signer.query(documentId, part.image, window)));
      }
    });
    parts.push(tail);
    const tag = createHash('sha256');
    for (const part of parts) tag.update(`${part.crc}.${part.size} `);
    tag.update(`${documentId} ${pages.map((page) => `${page.number}:${page.revision}`).join(' ')}`);
    return {
      gzip: gzipOf(parts),
      tag: tag.digest('base64url').slice(0, 22),
      window: isSigned ? window : null,
    };
  }
}

/** The body for the rare client that takes no gzip. */
export const plainBody = (answer: Answer): Buffer => gunzipSync(answer.gzip);
