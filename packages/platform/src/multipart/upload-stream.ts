import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import type { ErrorCode } from '@hamkhan/contracts/errors';
import { AppError } from '../app-error.js';

/** Enough of a file to detect its kind. */
export const HEAD_BYTES = 4 * 1024;

export type UploadRules<Kind> = {
  /** The kind of a file by its first bytes; null if it is not accepted. */
  kindOf: (head: Buffer) => Kind | null | Promise<Kind | null>;
  maxBytes: (kind: Kind) => number;
  empty: ErrorCode;
  wrongKind: ErrorCode;
  tooLarge: ErrorCode;
  interrupted: ErrorCode;
};

/**
 * Counts and hashes an upload on its way to the store, and holds back the first bytes until they show the kind of the file. Fails with
 * the errors of its rules; memory use is bounded.
 */
export class UploadStream<Kind> extends Transform {
  /** Settles before the first byte leaves the stream, so that a refused file is never stored. */
  readonly kind: Promise<Kind>;
  size = 0;
  private readonly hash = createHash('sha256');
  private head: Buffer | null = Buffer.alloc(0);
  private maxBytes = Infinity;
  private settleKind: (kind: Kind) => void = () => undefined;

  constructor(private readonly rules: UploadRules<Kind>) {
    super();
    this.kind = new Promise((resolve, reject) => {
      this.settleKind = resolve;
      this.once('error', reject);
      this.once('close', () => reject(new AppError(rules.interrupted)));
    });
    this.kind.catch(() => undefined);
  }

  /** Hex SHA-256 of all bytes; call it once, after the stream has ended. */
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
    this.releaseHead(this.head).then(
      (head) => done(null, head),
      (error: Error) => done(error),
    );
  }

  override _flush(done: TransformCallback): void {
    if (this.head === null) return done();
    if (this.size === 0) return done(new AppError(this.rules.empty));
    this.releaseHead(this.head).then(
      (head) => done(null, head),
      (error: Error) => done(error),
    );
  }

  private async releaseHead(head: Buffer): Promise<Buffer> {
    const kind = await this.rules.kindOf(head);
    if (kind === null) throw new AppError(this.rules.wrongKind);
    this.maxBytes = this.rules.maxBytes(kind);
    if (this.size > this.maxBytes) throw new AppError(this.rules.tooLarge);
    this.head = null;
    this.settleKind(kind);
    return head;
  }
}
