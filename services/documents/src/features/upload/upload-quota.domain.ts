import type { ErrorCode } from '@hamkhan/contracts/errors';
import type { RateLimit } from '@hamkhan/contracts/rate-limits';
import { uploadDocumentRoute } from '@hamkhan/contracts/routes/library';
import { ASSUMED_PAGES, type DocumentUsage } from '../document/document-usage.domain.js';

/** What one user may upload. */
export type UploadQuota = {
  uploads: RateLimit;
  pagesInWork: number;
  bytesInWork: number;
  bytesStored: number;
};

/** An upload that began. While it is open, its bytes count as stored and in work. */
export type Admission = { id: string; bytes: number; at: Date; isOpen: boolean };

export type Refusal = { code: ErrorCode; details: Record<string, number> };

/** Admissions that still count: those of the last hour. An upload whose process died stays open until its deadline. */
export const currentAdmissions = (
  admissions: readonly Admission[],
  { windowMs }: RateLimit,
  now: number,
): Admission[] =>
  admissions
    .filter((one) => timeOf(one) > now - windowMs)
    .map((one) => ({ ...one, isOpen: one.isOpen && timeOf(one) > now - uploadDocumentRoute.timeoutMs }));

/** Why an upload of so many bytes is refused; null if it is admitted. */
export function refusalOf(
  quota: UploadQuota,
  { admissions, usage }: { admissions: readonly Admission[]; usage: DocumentUsage },
  bytes: number,
  now: number,
): Refusal | null {
  const { max, windowMs, error } = quota.uploads;
  const oldest = admissions.at(-max);
  if (oldest) {
    const seconds = Math.ceil((timeOf(oldest) + windowMs - now) / 1_000);
    return { code: error, details: { retry_after: Math.max(1, seconds) } };
  }
  const open = admissions.filter(({ isOpen }) => isOpen);
  const openBytes = open.reduce((sum, one) => sum + one.bytes, 0);
  if (usage.bytesStored + openBytes + bytes > quota.bytesStored)
    return { code: 'DOCUMENTS.STORAGE_FULL', details: {} };
  const bytesInWork = usage.bytesInWork + openBytes;
  const pagesInWork = usage.pagesInWork + open.length * ASSUMED_PAGES;
  const isIdle = pagesInWork === 0 && bytesInWork === 0;
  const isTooMuch =
    bytesInWork + bytes > quota.bytesInWork || pagesInWork + ASSUMED_PAGES > quota.pagesInWork;
  // One document of any size is always admitted, or a low quota would refuse it for ever.
  return isTooMuch && !isIdle ? { code: 'DOCUMENTS.TOO_MUCH_IN_WORK', details: {} } : null;
}

const timeOf = ({ at }: Admission): number => at.getTime();
