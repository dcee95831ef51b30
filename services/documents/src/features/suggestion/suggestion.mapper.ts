import type { HistoryEntry, Suggestion, SuggestionCard } from '@hamkhan/contracts/http/suggestions';
import type { OpenPage } from '../page-text/page-text.service.js';
import { withPictureAddresses } from '../page-text/page-pictures.domain.js';
import type { ImageSigner } from '../page/image-signature.domain.js';
import type { StoredPage } from '../page/page.repository.js';
import type { SuggestionHead } from './suggestion.repository.js';
import type { SuggestionRow } from './suggestion.schema.js';

/** Full names by user id, without users who have none. */
export type Names = ReadonlyMap<string, string>;
export type ViewContext = { names: Names; viewerId: string; page: Pick<StoredPage, 'textRevisions'> };

export function toCard(row: SuggestionHead, { names, viewerId, page }: ViewContext): SuggestionCard {
  return {
    id: row._id,
    page_id: row.pageId,
    title: row.title,
    description: row.description,
    edit_type: row.editType,
    created_date: row.createdAt.toISOString(),
    user: { name: names.get(row.authorId) ?? '' },
    applied_at: row.appliedAt?.toISOString() ?? null,
    edit_summary: row.summary,
    status: row.status,
    modified_date: row.modifiedAt.toISOString(),
    own: row.authorId === viewerId,
    page_changed: (page.textRevisions?.[row.editType] ?? 0) > row.revision,
  };
}

/** A suggestion with both texts (RDR-SUGGEST-02). */
export function toSuggestion(
  row: SuggestionRow,
  { document }: Pick<OpenPage, 'document'>,
  viewed: ViewContext,
  signer: ImageSigner,
): Suggestion {
  return {
    ...toCard(row, viewed),
    suggested_content: { items: withPictureAddresses(document, row.items, signer) },
    base_content: { items: withPictureAddresses(document, row.base, signer) },
  };
}

export const toHistoryEntry = (row: SuggestionHead, { names, viewerId }: ViewContext): HistoryEntry => ({
  id: row._id,
  title: row.title,
  edit_type: row.editType,
  user: { name: names.get(row.authorId) ?? '' },
  applied_at: (row.appliedAt ?? row.modifiedAt).toISOString(),
  description: row.description,
  edit_summary: row.summary,
  own: row.authorId === viewerId,
});
