import type { Readable } from 'node:stream';
import type { Identity } from '@hamkhan/contracts/identity';
import { AppError } from '@hamkhan/platform/app-error';
import { ObjectStore } from '@hamkhan/platform/object-store/object-store';
import { Injectable } from '@nestjs/common';
import { mayHaveOriginal } from '../access/access.domain.js';
import type { DocumentRow } from '../document/document.schema.js';
import type { ByteRange } from '../page/byte-range.domain.js';
import { ReaderService } from '../reader/reader.service.js';

/** The files that documents were made from. */
@Injectable()
export class OriginalService {
  constructor(
    private readonly reader: ReaderService,
    private readonly store: ObjectStore,
  ) {}

  /**
   * The document and the size of its file in bytes, for who is signed in and has full access to it (G39).
   * @throws AUTH.LOGIN_REQUIRED for a guest, whatever there is; AUTH.SESSION_LIMIT; DOCUMENTS.NOT_FOUND also for what is not theirs to
   * know of; COMMON.FORBIDDEN where they may see a preview only.
   */
  async open(name: string, reader: Identity | null): Promise<{ document: DocumentRow; size: number }> {
    if (!reader) throw new AppError('AUTH.LOGIN_REQUIRED');
    const { document, access } = await this.reader.open(name, reader);
    if (!mayHaveOriginal(access, reader.userId)) throw new AppError('COMMON.FORBIDDEN');
    const object = await this.store.find(document.objectKey);
    if (!object) throw new AppError('DOCUMENTS.NOT_FOUND');
    return { document, size: object.size };
  }

  readPart({ objectKey }: DocumentRow, { first, last }: ByteRange): Promise<Readable> {
    return this.store.getPart(objectKey, first, last - first + 1);
  }
}
