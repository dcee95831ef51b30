import type { LibraryItem } from '@hamkhan/contracts/http/documents';
import type { Identity } from '@hamkhan/contracts/identity';
import type { UiLanguage } from '@hamkhan/contracts/languages';
import { canManage } from '../access/access.domain.js';
import type { ImageSigner } from '../page/image-signature.domain.js';
import { coverAddresses } from './cover.domain.js';
import type { DocumentRow } from './document.schema.js';
import { isAwaitingTranslator, statusNoteOf, statusNoteText } from './status-note.domain.js';

/** A document in a library list (ACC-LIBRARY-20). @param reader who sees it, null for a guest. @param shelfId the reader's shelf */
export function toLibraryItem(
  document: DocumentRow,
  language: UiLanguage,
  signer: ImageSigner,
  reader: Identity | null,
  shelfId: string | null,
): LibraryItem {
  const note = statusNoteOf(document);
  return {
    key: document.key,
    id: document._id,
    title: document.title,
    original_title: document.originalTitle,
    source_filename: document.fileName,
    status: document.status,
    note: statusNoteText(note, language),
    published: document.published,
    shelf_id: shelfId,
    total_pages: document.totalPages,
    processed_pages: document.counts.succeeded + document.counts.failed,
    translated_level2_pages: document.counts.level2,
    can_unpublish: document.published && reader !== null && canManage(document, reader),
    note_code: note?.code ?? null,
    awaiting_translator: isAwaitingTranslator(document),
    language: document.language,
    ...coverAddresses(document, signer),
    created_date: document.createdAt.toISOString(),
    modified_date: document.modifiedAt.toISOString(),
  };
}
