import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { AppError } from '@hamkhan/platform/app-error';
import type { ErrorCode } from '@hamkhan/contracts/errors';

/** As many bytes of a file as its kind shows in. */
export const HEAD_BYTES = 4 * 1024;

/** What is taken, and how what is not is refused. */
export type FileRules<Kind> = {
  /** What a file is by its first bytes; null for what is not taken. */
  kindOf: (head: Buffer) => Kind | null;
  maxBytes: (kind: Kind) => number;
  empty: ErrorCode;
  wrongKind: ErrorCode;
  tooLarge: ErrorCode;
};

/**
 * What an upload flows through on its way to the store: counts, hashes and holds back the first bytes until they have shown what
 * the file is. Fails with the errors of its rules; memory is bounded whatever comes.
 */
export class ReceivedFile<Kind> extends Transform {
  /** Settles once the kind is known, before any byte has left: nothing need be stored of what we refuse. */
  readonly kind: Promise<Kind>;
  size = 0;
  private readonly hash = createHash('sha256');
  private head: Buffer | null = Buffer.alloc(0);
  private maxBytes = Infinity;
  private settleKind: (kind: Kind) => void = () => undefined;

  constructor(private readonly rules: FileRules<Kind>) {
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
    if (this.size > this.maxBytes) return done(new AppError(this.rules.tooLarge));
    this.hash.update(chunk);
    if (this.head === null) return done(null, chunk);
    this.head = Buffer.concat([this.head, chunk]);
    if (this.head.length < HEAD_BYTES) return done();
    this.releaseHead(this.head, done);
  }

  override _flush(done: TransformCallback): void {
    if (this.head === null) return done();
    if (this.size === 0) return done(new AppError(this.rules.empty));
    this.releaseHead(this.head, done);
  }

  private releaseHead(head: Buffer, done: TransformCallback): void {
    const kind = this.rules.kindOf(head);
    if (kind === null) return done(new AppError(this.rules.wrongKind));
    this.maxBytes = this.rules.maxBytes(kind);
    if (this.size > this.maxBytes) return done(new AppError(this.rules.tooLarge));
    this.head = null;
    this.settleKind(kind);
    done(null, head);
  }
}
