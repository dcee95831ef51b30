import { randomUUID } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@hamkhan/platform/app-error';
import type { FileForm } from '@hamkhan/platform/multipart/file-form';
import { UploadStream, type UploadRules } from '@hamkhan/platform/multipart/upload-stream';
import { ObjectStore } from '@hamkhan/platform/object-store/object-store';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { InjectLogger } from '@hamkhan/platform/platform-module';
import { Injectable } from '@nestjs/common';

export type StoredFile<Kind> = { objectKey: string; kind: Kind; size: number; sha256: string };

/** Streams uploaded files into the object store, under random names. */
@Injectable()
export class UploadStorage {
  constructor(
    private readonly store: ObjectStore,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** Stores the file of a form. A file that is refused or breaks off leaves nothing behind. @throws the errors of the rules */
  async receive<Kind>(
    form: FileForm<unknown>,
    folder: string,
    rules: UploadRules<Kind>,
    mediaTypeOf: (kind: Kind) => string,
  ): Promise<StoredFile<Kind>> {
    const objectKey = `${folder}/${randomUUID()}`;
    const stream = new UploadStream(rules);
    const flow = pipeline(form.file, stream);
    flow.catch(() => undefined);
    try {
      const kind = await stream.kind;
      await Promise.all([this.store.putStream(objectKey, stream, mediaTypeOf(kind)), flow]);
      return { objectKey, kind, size: stream.size, sha256: stream.sha256() };
    } catch (error) {
      const isInterrupted = form.file.errored !== null && !(error instanceof AppError);
      stream.destroy();
      await this.remove(objectKey);
      throw isInterrupted ? new AppError(rules.interrupted, { cause: error }) : error;
    }
  }

  /** Removes an object that no row names; a failure is logged only. */
  async remove(objectKey: string): Promise<void> {
    try {
      await this.store.remove(objectKey);
    } catch (error) {
      this.logger.warn({ err: error, objectKey }, 'Could not remove an object that no row names');
    }
  }
}
