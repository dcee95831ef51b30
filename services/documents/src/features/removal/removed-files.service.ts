import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { ObjectStore } from '@hamkhan/platform/object-store/object-store';
import { Inject, Injectable } from '@nestjs/common';
import { DOCUMENTS_CONFIG, type DocumentsConfig } from '../../config.js';
import type { DocumentRow } from '../document/document.schema.js';
import { videoFolder } from '../media-files/media-name.domain.js';
import { audioFolder } from '../page/audio-name.domain.js';
import { imageFolder } from '../page/image-name.domain.js';
import { RemovedFilesRepository } from './removed-files.repository.js';
import type { RemovedFilesRow } from './removed-files.schema.js';

const MINUTE_MS = 60_000;
/** Documents of one query; the rest follows with the next call. */
const BATCH = 100;

/**
 * Removes the files of removed documents. A row, written in the transaction of the removal, remembers them until it is done, so
 * that a process that dies loses none. They are removed a second time after a while: a worker may just have stored another one.
 */
@Injectable()
export class RemovedFiles {
  constructor(
    private readonly rows: RemovedFilesRepository,
    private readonly store: ObjectStore,
    @Inject(DOCUMENTS_CONFIG) private readonly config: DocumentsConfig,
  ) {}

  add({ _id, objectKey }: Pick<DocumentRow, '_id' | 'objectKey'>, tx: Tx): Promise<void> {
    return this.rows.insert({ _id, objectKey, dueAt: new Date(), isLast: false }, tx);
  }

  /** Removes the files of a removed document for the first time. */
  async remove(documentId: string): Promise<void> {
    const row = await this.rows.find(documentId);
    if (row && !row.isLast) await this.removeFiles(row, new Date());
  }

  /** Removes the files that are due. Whatever it leaves undone, the next call does. */
  async removeDue(now: Date): Promise<void> {
    for (const row of await this.rows.listDue(now, BATCH)) await this.removeFiles(row, now);
  }

  private async removeFiles({ _id, objectKey, isLast }: RemovedFilesRow, now: Date): Promise<void> {
    await this.store.remove(objectKey);
    for (const folder of [imageFolder(_id), audioFolder(_id), videoFolder(_id)])
      await this.store.removeFolder(folder);
    if (isLast) return this.rows.forget(_id);
    const again = new Date(now.getTime() + this.config.ERASURE_SETTLE_MINUTES * MINUTE_MS);
    await this.rows.repeatAt(_id, again);
  }
}
