import type { PublicShelf, PublicShelfDocument, Shelf } from '@hamkhan/contracts/http/shelves';
import { coverAddresses } from '../document/cover.domain.js';
import type { DocumentRow } from '../document/document.schema.js';
import type { ImageSigner } from '../page/image-signature.domain.js';
import type { ShelfRow } from './shelf.schema.js';

/** A shelf in its user's list (ACC-SHELF-05). */
export const toShelf = (shelf: ShelfRow, documentCount: number, isSubscribed: boolean): Shelf => ({
  id: shelf._id,
  key: shelf.key,
  name: shelf.name,
  description: shelf.description,
  icon: shelf.icon,
  is_public: shelf.isPublic,
  tags_as_list: shelf.tags,
  document_count: documentCount,
  subscribed_shelf: isSubscribed,
});

/** A public shelf. @param privateCount number of documents that others cannot see; null for all but the owner */
export const toPublicShelf = (
  shelf: ShelfRow,
  documentCount: number,
  privateCount: number | null,
): PublicShelf => ({
  id: shelf._id,
  key: shelf.key,
  name: shelf.name,
  description: shelf.description,
  icon: shelf.icon,
  is_public: shelf.isPublic,
  tags_as_list: shelf.tags,
  document_count: documentCount,
  user: shelf.ownerId,
  private_document_count: privateCount,
});

/** A document on a public shelf, without details of its file. */
export const toPublicShelfDocument = (document: DocumentRow, signer: ImageSigner): PublicShelfDocument => ({
  key: document.key,
  id: document._id,
  title: document.title,
  original_title: document.originalTitle,
  authors: document.authors.join(', '),
  year: document.year,
  language: document.language,
  status: document.status,
  published: document.published,
  access_type: document.accessType,
  total_pages: document.totalPages,
  translated_level2_pages: document.counts.level2,
  cover_thumbnail: coverAddresses(document, signer).cover_thumbnail,
  created_date: document.createdAt.toISOString(),
});
