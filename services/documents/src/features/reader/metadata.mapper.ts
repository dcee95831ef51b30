import type { DocumentMetadata } from '@hamkhan/contracts/http/documents';
import type { TranslationEstimate } from '@hamkhan/contracts/http/translation-cost';
import type { UiLanguage } from '@hamkhan/contracts/languages';
import { originalFileRoute } from '@hamkhan/contracts/routes/reader';
import { pathOf } from '@hamkhan/contracts/routes/route';
import { canDownloadOriginal, type Access } from '../access/access.domain.js';
import { coverAddresses } from '../document/cover.domain.js';
import type { DocumentRow } from '../document/document.schema.js';
import { isAwaitingTranslator, statusNoteOf, statusNoteText } from '../document/status-note.domain.js';
import type { ImageSigner } from '../page/image-signature.domain.js';

/** Costs are shown to the owner and staff only. */
const canSeeCost = ({ reason }: Access): boolean => reason === 'owner' || reason === 'staff';

function toEstimate({ translationEstimate }: DocumentRow): TranslationEstimate | null {
  if (!translationEstimate) return null;
  const { version: _version, ...estimate } = translationEstimate;
  return estimate;
}

/** Persian tags, else the original ones. */
const tagsOf = ({ metadata }: DocumentRow): string[] =>
  metadata?.persian && metadata.persian.tags.length > 0
    ? metadata.persian.tags
    : (metadata?.original.tags ?? []);

/**
 * Metadata of a document for a reader (RDR-READER-29, RDR-READER-31); `tags` is `tags_list` joined by commas (G89).
 * @param readerId null for a guest
 * @param shelfId the reader's shelf with the document; null for none
 */
export function toMetadata(
  document: DocumentRow,
  access: Access,
  language: UiLanguage,
  signer: ImageSigner,
  { readerId, shelfId }: { readerId: string | null; shelfId: string | null },
): DocumentMetadata {
  const note = statusNoteOf(document);
  const { original, persian } = document.metadata ?? {};
  const tags = tagsOf(document);
  return {
    key: document.key,
    id: document._id,
    title: document.title,
    subtitle: persian?.subtitle ?? '',
    original_title: document.originalTitle,
    original_subtitle: original?.subtitle ?? '',
    summary: persian?.summary ?? '',
    original_summary: original?.summary ?? '',
    authors: document.authors.join(', '),
    year: document.year,
    total_pages: document.totalPages,
    price: document.price,
    access_type: document.accessType,
    published: document.published,
    purchased: access.full,
    status: document.status,
    preview_pages: document.previewPages,
    translated_level2_pages: document.counts.level2,
    ...coverAddresses(document, signer),
    tags: tags.join(','),
    tags_list: tags,
    shelf_id: shelfId,
    source_file: canDownloadOriginal(access, readerId)
      ? pathOf(originalFileRoute, { documentId: document.key })
      : null,
    source_filename: document.fileName,
    user: document.ownerId,
    promoted: false,
    modified_date: document.modifiedAt.toISOString(),
    language: document.language,
    access: { full: access.full, reason: access.reason },
    note: statusNoteText(note, language),
    note_code: note?.code ?? null,
    awaiting_translator: isAwaitingTranslator(document),
    ...(canSeeCost(access) ? { translation_estimate: toEstimate(document) } : {}),
  };
}
