import type { DocumentStatus } from '@hamkhan/contracts/statuses';
import type { DocumentOutcome, PageCounts } from './document.schema.js';

/**
 * Allowed status changes (C01). `published` is a flag beside the status (G64) and never entered; nothing leaves `blocked` yet.
 * `failed` and `skipped` return to `inprogress` when a page or the document is reprocessed.
 */
const NEXT: Record<DocumentStatus, readonly DocumentStatus[]> = {
  pending: ['inprogress', 'failed', 'skipped', 'canceled', 'blocked'],
  inprogress: ['converted', 'failed', 'skipped', 'canceled', 'blocked'],
  converted: ['translated', 'inprogress', 'canceled', 'blocked'],
  translated: ['inprogress', 'blocked'],
  failed: ['inprogress', 'blocked'],
  skipped: ['inprogress', 'blocked'],
  canceled: ['blocked'],
  published: ['blocked'],
  blocked: [],
};

export const canChangeStatus = (from: DocumentStatus, to: DocumentStatus): boolean => NEXT[from].includes(to);

/** Statuses set by a person; reports of the pipeline do not change them. */
const SET_BY_PERSON: ReadonlySet<DocumentStatus> = new Set(['canceled', 'blocked', 'published']);

/** The pipeline still processes documents in these statuses, so a reader's page can be prioritised. */
export const RUNNING_STATUSES: readonly DocumentStatus[] = ['pending', 'inprogress', 'converted'];
export const isRunning = (status: DocumentStatus): boolean => RUNNING_STATUSES.includes(status);

/** The document failed or was stopped: its owner may remove it. */
const REMOVABLE: ReadonlySet<DocumentStatus> = new Set(['failed', 'skipped', 'canceled']);
export const isRemovable = (status: DocumentStatus): boolean => REMOVABLE.has(status);

/** Whether a document in this status makes a new upload of the same bytes a duplicate (C25). */
export const canBlockDuplicates = (status: DocumentStatus): boolean =>
  status !== 'failed' && status !== 'canceled';

export type DocumentFacts = {
  totalPages: number;
  counts: PageCounts;
  outcome: DocumentOutcome | null;
  inspectedVersion: number;
  /** A page event has arrived, so a worker processes the document even if it is not inspected yet. */
  anyPageSeen: boolean;
};

/** The status that follows from what the pipeline has reported, in any order of reports (C01). */
export function statusFromFacts(facts: DocumentFacts): DocumentStatus {
  const { totalPages, counts, outcome, inspectedVersion } = facts;
  if (outcome && outcome.version > inspectedVersion) return outcome.status;
  if (inspectedVersion === 0 && !facts.anyPageSeen) return 'pending';
  if (totalPages === 0 || counts.succeeded + counts.failed < totalPages) return 'inprogress';
  if (counts.succeeded === 0) return 'failed';
  return counts.untranslated === 0 ? 'translated' : 'converted';
}

/**
 * The shortest sequence of allowed changes between two statuses. Late or reordered events skip steps; the status history must not.
 * Empty if nothing changes.
 */
export function statusPath(from: DocumentStatus, to: DocumentStatus): DocumentStatus[] {
  if (from === to || SET_BY_PERSON.has(from)) return [];
  const paths: DocumentStatus[][] = [[from]];
  const seen = new Set<DocumentStatus>([from]);
  for (const path of paths) {
    const last = path.at(-1) ?? from;
    for (const next of NEXT[last]) {
      if (next === to) return [...path.slice(1), next];
      if (seen.has(next) || SET_BY_PERSON.has(next)) continue;
      seen.add(next);
      paths.push([...path, next]);
    }
  }
  return [];
}
