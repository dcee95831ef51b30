import type { AccessReason } from '@hamkhan/contracts/http/documents';
import type { Identity } from '@hamkhan/contracts/identity';
import type { AccessType, DocumentStatus } from '@hamkhan/contracts/statuses';

/** Zero-based pages, both ends inclusive. */
export type PageRange = { from: number; to: number };

/** The pages that a document shows as its preview unless it says otherwise (RDR-READER-20). */
export const DEFAULT_PREVIEW: PageRange = { from: 0, to: 10 };

/** What the access rule reads of a document. */
export type AccessFacts = {
  ownerId: string;
  visibility: 'private' | 'catalogue';
  accessType: AccessType;
  published: boolean;
  status: DocumentStatus;
  previewPages: PageRange;
  totalPages: number;
};

export type Access = {
  full: boolean;
  reason: AccessReason;
  /** Pages that this reader may see; null for none. */
  pages: PageRange | null;
};

export const isStaff = (user: Identity): boolean => user.isStaff || user.isSuperuser;

/** Whether a user may publish or cancel a document that they can see. */
export const canManage = ({ ownerId }: Pick<AccessFacts, 'ownerId'>, user: Identity): boolean =>
  ownerId === user.userId || isStaff(user);

/**
 * The only access rule: for pages, images, events and everything else that shows a part of a document.
 * Full access = free ∨ purchased ∨ owner ∨ staff ∨ (published ∧ active subscription); anything else is a preview (G05). A private
 * document is visible to its owner, staff and buyers only (G75), a blocked one to staff only (C01). For all others the result is null,
 * and the caller responds as if the document did not exist. A pending document is visible and has no pages yet (C01).
 */
export function accessOf(document: AccessFacts, reader: Identity | null, purchased: boolean): Access | null {
  const byStaff = reader !== null && isStaff(reader);
  const isOwner = reader?.userId === document.ownerId;
  if (document.status === 'blocked' && !byStaff) return null;
  if (document.visibility === 'private' && !isOwner && !byStaff && !purchased) return null;

  const reason = reasonOf();
  const full = reason !== 'none';
  return { full, reason, pages: document.status === 'pending' ? null : permittedPages(document, full) };

  function reasonOf(): AccessReason {
    if (isOwner) return 'owner';
    if (purchased) return 'purchased';
    if (document.visibility === 'catalogue' && document.accessType === 'free') return 'free';
    if (document.published && reader?.hasActiveSubscription) return 'subscription';
    if (byStaff) return 'staff';
    return 'none';
  }
}

function permittedPages(document: AccessFacts, full: boolean): PageRange | null {
  const last = document.totalPages - 1;
  const range = full
    ? { from: 0, to: last }
    : { from: document.previewPages.from, to: Math.min(document.previewPages.to, last) };
  return range.from <= range.to ? range : null;
}

/** MongoDB filter for documents that everyone can see, guests included: those for which `accessOf` without a reader is not null. */
export const PUBLICLY_VISIBLE = { visibility: 'catalogue', status: { $ne: 'blocked' } } as const;

export const isPubliclyVisible = (document: AccessFacts): boolean => accessOf(document, null, false) !== null;

export const isPermitted = (access: Access, pageNumber: number): boolean =>
  access.pages !== null && pageNumber >= access.pages.from && pageNumber <= access.pages.to;

/** Whether a reader (null for a guest) may download the uploaded file: signed in and with full access (G39). */
export const canDownloadOriginal = (access: Access, readerId: string | null): boolean =>
  readerId !== null && access.full;

/** The pages of a range that a reader may see; null for none. */
export function permittedRange(access: Access, range: PageRange): PageRange | null {
  if (!access.pages) return null;
  const from = Math.max(range.from, access.pages.from);
  const to = Math.min(range.to, access.pages.to);
  return from <= to ? { from, to } : null;
}
