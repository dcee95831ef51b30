import { describe, expect, it } from '@jest/globals';
import { UPLOADS } from '@hamkhan/contracts/rate-limits';
import { ASSUMED_PAGES } from '../document/document-usage.domain.js';
import { currentAdmissions, refusalOf, type Admission, type UploadQuota } from './upload-quota.domain.js';

const NOW = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;
const QUOTA: UploadQuota = {
  uploads: { ...UPLOADS, max: 3 },
  pagesInWork: 1_000,
  bytesInWork: 500,
  bytesStored: 900,
};
const NONE = { pagesInWork: 0, bytesInWork: 0, bytesStored: 0 };
const admission = (minutesAgo: number, bytes = 0, isOpen = false): Admission => ({
  id: String(minutesAgo),
  bytes,
  at: new Date(NOW - minutesAgo * MINUTE_MS),
  isOpen,
});
const codeOf = (usage: Partial<typeof NONE>, bytes: number, admissions: Admission[] = []) =>
  refusalOf(QUOTA, { admissions, usage: { ...NONE, ...usage } }, bytes, NOW)?.code ?? null;

describe('refusalOf', () => {
  it('admits up to the number of uploads an hour, and tells when the next is admitted', () => {
    const two = [admission(50), admission(20)];
    expect(codeOf({}, 1, two)).toBeNull();
    const three = { admissions: [...two, admission(1)], usage: NONE };
    expect(refusalOf(QUOTA, three, 1, NOW)).toEqual({
      code: 'DOCUMENTS.TOO_MANY_UPLOADS',
      details: { retry_after: 10 * 60 },
    });
  });

  it('counts stored bytes and those of open uploads', () => {
    expect(codeOf({ bytesStored: 800 }, 100)).toBeNull();
    expect(codeOf({ bytesStored: 800 }, 101)).toBe('DOCUMENTS.STORAGE_FULL');
    expect(codeOf({ bytesStored: 700 }, 100, [admission(1, 100, true)])).toBeNull();
    expect(codeOf({ bytesStored: 700 }, 101, [admission(1, 100, true)])).toBe('DOCUMENTS.STORAGE_FULL');
    expect(codeOf({ bytesStored: 700 }, 200, [admission(1, 100, false)])).toBeNull();
  });

  it('counts bytes and pages in work, with assumed pages for uploads without a page count', () => {
    expect(codeOf({ pagesInWork: 10, bytesInWork: 400 }, 100)).toBeNull();
    expect(codeOf({ pagesInWork: 10, bytesInWork: 400 }, 101)).toBe('DOCUMENTS.TOO_MUCH_IN_WORK');
    expect(codeOf({ pagesInWork: 1_000 - ASSUMED_PAGES, bytesInWork: 1 }, 1)).toBeNull();
    expect(codeOf({ pagesInWork: 1_001 - ASSUMED_PAGES, bytesInWork: 1 }, 1)).toBe(
      'DOCUMENTS.TOO_MUCH_IN_WORK',
    );
    const open = [admission(1, 1, true)];
    expect(codeOf({ pagesInWork: 1_001 - 2 * ASSUMED_PAGES, bytesInWork: 1 }, 1, open)).toBe(
      'DOCUMENTS.TOO_MUCH_IN_WORK',
    );
  });

  it('admits one document of any size while nothing is in work', () => {
    expect(codeOf({}, 900)).toBeNull();
    expect(codeOf({}, 900, [admission(1, 1, false)])).toBeNull();
  });
});

describe('currentAdmissions', () => {
  it('drops uploads of more than an hour ago, and closes those that outlived their deadline', () => {
    const kept = currentAdmissions(
      [admission(61, 5, true), admission(40, 5, true), admission(20, 5, true)],
      UPLOADS,
      NOW,
    );
    expect(kept.map(({ id, isOpen }) => [id, isOpen])).toEqual([
      ['40', false],
      ['20', true],
    ]);
  });
});
