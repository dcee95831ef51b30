import type { Readable } from 'node:stream';
import type { Identity } from '@hamkhan/contracts/identity';
import { AppError } from '@hamkhan/platform/app-error';
import { ObjectStore } from '@hamkhan/platform/object-store/object-store';
import { Injectable } from '@nestjs/common';
import { canDownloadOriginal } from '../access/access.domain.js';
import type { DocumentRow } from '../document/document.schema.js';
import type { ByteRange } from '../page/byte-range.domain.js';
import { ReaderService } from '../reader/reader.service.js';

/** Downloads of uploaded files. */
@Injectable()
export class OriginalService {
  constructor(
    private readonly reader: ReaderService,
    private readonly store: ObjectStore,
  ) {}

  /**
   * The document and the size of its file in bytes, for signed-in readers with full access (G39).
   * @throws AUTH.LOGIN_REQUIRED for a guest, even if the document does not exist; AUTH.SESSION_LIMIT; DOCUMENTS.NOT_FOUND also if the reader
   * cannot see the document; COMMON.FORBIDDEN for readers with a preview only.
   */
  async open(name: string, reader: Identity | null): Promise<{ document: DocumentRow; size: number }> {
    if (!reader) throw new AppError('AUTH.LOGIN_REQUIRED');
    const { document, access } = await this.reader.open(name, reader);
    if (!canDownloadOriginal(access, reader.userId)) throw new AppError('COMMON.FORBIDDEN');
    const object = await this.store.find(document.objectKey);
    if (!object) throw new AppError('DOCUMENTS.NOT_FOUND');
    return { document, size: object.size };
  }

  readPart({ objectKey }: DocumentRow, { first, last }: ByteRange): Promise<Readable> {
    return this.store.getPart(objectKey, first, last - first + 1);
  }
}
