import type { ReaderPage } from '@hamkhan/contracts/http/documents';
import type { ContentItem } from '@hamkhan/contracts/content';
import type { EditedItem } from '@hamkhan/contracts/http/edited-items';
import type { EditMode, EditType } from '@hamkhan/contracts/http/editing';
import type { Identity } from '@hamkhan/contracts/identity';
import { AppError } from '@hamkhan/platform/app-error';
import { Outbox } from '@hamkhan/platform/kafka/outbox';
import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { isPermitted } from '../access/access.domain.js';
import { DocumentRepository } from '../document/document.repository.js';
import type { DocumentRow } from '../document/document.schema.js';
import { MediaRepository } from '../media-files/media.repository.js';
import { imageNameOf, imageObjectKey } from '../page/image-name.domain.js';
import { PageRepository, type StoredPage } from '../page/page.repository.js';
import { PageWriter } from '../page-state/page-writer.service.js';
import { DeliveryService, plainBody } from '../reader/delivery.service.js';
import { DocumentCache } from '../reader/document-cache.js';
import { ReaderService } from '../reader/reader.service.js';
import { editModeOf } from './edit-mode.domain.js';
import { toStoredItems } from './stored-items.domain.js';
import { pictureNameAt } from './page-pictures.domain.js';
import { pageEditedData } from './page-edited-event.domain.js';
import { editText, itemsOf } from '../page-state/page-texts.domain.js';

/** A page that its reader may see, and how they edit it. */
export type OpenPage = { id: string; document: DocumentRow; number: number; mode: EditMode };

/** Reads and writes page texts for edits and suggestions. */
@Injectable()
export class PageTextService {
  constructor(
    private readonly documents: DocumentRepository,
    private readonly pages: PageRepository,
    private readonly media: MediaRepository,
    private readonly reader: ReaderService,
    private readonly documentCache: DocumentCache,
    private readonly writer: PageWriter,
    private readonly delivery: DeliveryService,
    private readonly outbox: Outbox,
  ) {}

  /**
   * A page by its id, under the one access rule (G05, G08).
   * @throws DOCUMENTS.NOT_FOUND also if the user cannot see the document; DOCUMENTS.PREVIEW_ONLY for a page outside the preview
   */
  async open(pageId: string, user: Identity): Promise<OpenPage> {
    const place = await this.pages.findLocation(pageId);
    if (!place) throw new AppError('DOCUMENTS.NOT_FOUND');
    const { document, access } = await this.reader.open(place.documentId, user);
    if (!isPermitted(access, place.number)) {
      throw new AppError(access.full ? 'DOCUMENTS.NOT_FOUND' : 'DOCUMENTS.PREVIEW_ONLY');
    }
    return { id: pageId, document, number: place.number, mode: editModeOf(document, user) };
  }

  /** The current page. @throws DOCUMENTS.NOT_FOUND */
  async read({ document, number }: OpenPage, tx?: Tx): Promise<StoredPage> {
    const page = await this.pages.find(document._id, number, tx);
    if (!page) throw new AppError('DOCUMENTS.NOT_FOUND');
    return page;
  }

  /** The current page, locked until the transaction ends. @throws DOCUMENTS.NOT_FOUND */
  async lock(opened: OpenPage, tx: Tx): Promise<StoredPage> {
    if (!(await this.documents.findForUpdate(opened.document._id, tx)))
      throw new AppError('DOCUMENTS.NOT_FOUND');
    return this.read(opened, tx);
  }

  /** The items of a text. @throws EDITING.NOT_READY if the page has no such text yet */
  itemsOf(page: StoredPage, type: EditType): ContentItem[] {
    const items = page.status === 'success' ? itemsOf(page, type) : null;
    if (!items) throw new AppError('EDITING.NOT_READY');
    return items;
  }

  /**
   * Converts items from an editor to stored items. Owner and staff may use the media files of the document, others only the images of the page.
   * @param base the items the editor started from
   * @throws COMMON.VALIDATION_FAILED as `toStoredItems`
   */
  async toStored(
    edited: readonly EditedItem[],
    base: readonly ContentItem[],
    { opened, page, field }: { opened: OpenPage; page: StoredPage; field: string },
  ): Promise<ContentItem[]> {
    const { document, mode } = opened;
    const names = new Set(page.images);
    for (const item of base) {
      const name = 'src' in item ? imageNameOf(document._id, item.src) : null;
      if (name !== null) names.add(name);
    }
    if (mode !== 'suggest') for (const name of await this.media.imageNames(document._id)) names.add(name);
    const pictureKey = (address: string): string | null => {
      const name = pictureNameAt(document, address);
      return name !== null && names.has(name) ? imageObjectKey(document._id, name) : null;
    };
    return toStoredItems(edited, { items: base, pictureKey }, field);
  }

  /**
   * Replaces the items of a text, updates what depends on it (`PageWriter`) and publishes the edit.
   * @returns the new revision of the page
   */
  async write(
    { document, id }: OpenPage,
    page: StoredPage,
    { type, items }: { type: EditType; items: ContentItem[] },
    tx: Tx,
  ): Promise<number> {
    const after = editText(page, type, items);
    const revision = await this.writer.write(document, page, { before: page, after }, tx);
    const place = { documentId: document._id, pageNumber: page.number };
    const data = pageEditedData(place, after, type, 'edit');
    await this.outbox.add('documents.page.edited', { aggregateId: id, aggregateVersion: revision, data }, tx);
    return revision;
  }

  /** The page as readers get it. Call it after the commit. */
  async readDelivered({ document, number }: OpenPage): Promise<ReaderPage> {
    // The next read in this process must not get the cached document.
    this.documentCache.invalidate(document);
    const body = await this.delivery.withPage(document, number, '{"page":', '}');
    const { page } = JSON.parse(plainBody(body).toString()) as { page: ReaderPage };
    return page;
  }
}
