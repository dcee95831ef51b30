import type { AccessReason } from '@hamkhan/contracts/http/documents';
import type { Identity } from '@hamkhan/contracts/identity';
import type { DocumentRow } from '../document/document.schema.js';

export type AccessFacts = Pick<
  DocumentRow,
  'ownerId' | 'visibility' | 'accessType' | 'published' | 'status' | 'previewPages' | 'totalPages'
>;

/** Zero-based pages, both ends inclusive. */
export type PageRange = { from: number; to: number };

export type Access = {
  full: boolean;
  reason: AccessReason;
  /** The pages this reader may see; null when none. */
  pages: PageRange | null;
};

export const isStaff = (user: Identity): boolean => user.isStaff || user.isSuperuser;

/** Whether a user may decide on a document they may see: whether it is published, or work on it stops. */
export const mayManage = ({ ownerId }: Pick<DocumentRow, 'ownerId'>, user: Identity): boolean =>
  ownerId === user.userId || isStaff(user);

/**
 * The access rule, the only one there is: for pages, pictures, events and whatever else shows a part of a document.
 * Full access = free ∨ purchased ∨ owner ∨ staff ∨ (published ∧ active subscription); anything else is a preview (G05). A private
 * document exists only for its owner, staff and those who bought it (G75), a blocked one only for staff (C01): for all
 * others the answer is null, and they are told what they would be told of a document that is not there.
 * A pending document is visible and has no pages yet (C01).
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

/** What everyone may know of, guests too, as a condition on rows: where `accessOf` answers a stranger with anything but null. */
export const KNOWN_TO_ALL = { visibility: 'catalogue', status: { $ne: 'blocked' } } as const;

export const isKnownToAll = (document: AccessFacts): boolean => accessOf(document, null, false) !== null;

export const isPermitted = (access: Access, pageNumber: number): boolean =>
  access.pages !== null && pageNumber >= access.pages.from && pageNumber <= access.pages.to;

/** Whether a reader, null for a guest, may have the file itself: only who is signed in and may read all of it (G39). */
export const mayHaveOriginal = (access: Access, readerId: string | null): boolean =>
  readerId !== null && access.full;

/** The part of a range that a reader may see, null when none of it. */
export function permittedPart(access: Access, range: PageRange): PageRange | null {
  if (!access.pages) return null;
  const from = Math.max(range.from, access.pages.from);
  const to = Math.min(range.to, access.pages.to);
  return from <= to ? { from, to } : null;
}
