import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { AppError } from '@hamkhan/platform/app-error';
import type { DocumentKind } from '@hamkhan/contracts/events/documents-events';
import { HEAD_BYTES, kindOf } from './file-kind.domain.js';

/**
 * What an upload flows through on its way to the store: counts, hashes and holds back the first bytes until they have shown what
 * the file is. Fails with DOCUMENTS.EMPTY_FILE, INVALID_FILE_TYPE or FILE_TOO_LARGE; memory is bounded whatever comes.
 */
export class ReceivedFile extends Transform {
  /** Settles once the kind is known, before any byte has left: nothing need be stored of what we refuse. */
  readonly kind: Promise<DocumentKind>;
  size = 0;
  private readonly hash = createHash('sha256');
  private head: Buffer | null = Buffer.alloc(0);
  private settleKind: (kind: DocumentKind) => void = () => undefined;

  constructor(private readonly maxBytes: number) {
    super();
    this.kind = new Promise((resolve, reject) => {
      this.settleKind = resolve;
      this.once('error', reject);
      this.once('close', () => reject(new AppError('DOCUMENTS.UPLOAD_INTERRUPTED')));
    });
    this.kind.catch(() => undefined);
  }

  /** Hex SHA-256 of all bytes; once the stream has ended. */
  sha256(): string {
    return this.hash.digest('hex');
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.size += chunk.length;
    if (this.size > this.maxBytes) return done(new AppError('DOCUMENTS.FILE_TOO_LARGE'));
    this.hash.update(chunk);
    if (this.head === null) return done(null, chunk);
    this.head = Buffer.concat([this.head, chunk]);
    if (this.head.length < HEAD_BYTES) return done();
    this.releaseHead(this.head, done);
  }

  override _flush(done: TransformCallback): void {
    if (this.head === null) return done();
    if (this.size === 0) return done(new AppError('DOCUMENTS.EMPTY_FILE'));
    this.releaseHead(this.head, done);
  }

  private releaseHead(head: Buffer, done: TransformCallback): void {
    const kind = kindOf(head);
    if (!kind) return done(new AppError('DOCUMENTS.INVALID_FILE_TYPE'));
    this.head = null;
    this.settleKind(kind);
    done(null, head);
  }
}
