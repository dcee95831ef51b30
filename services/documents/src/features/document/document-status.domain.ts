import type { DocumentStatus } from '@hamkhan/contracts/statuses';
import type { DocumentOutcome, PageCounts } from './document.schema.js';

/**
 * What may follow what (C01). `published` is a flag beside the status (G64) and never entered; `blocked` and `canceled` are left
 * by nothing yet. `failed` and `skipped` go back to `inprogress` when a page or the document is processed again.
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

/** Statuses that people set: what the pipeline reports changes nothing there. */
const SET_BY_PEOPLE: ReadonlySet<DocumentStatus> = new Set(['canceled', 'blocked', 'published']);

/** While the document is in one of these, an earlier page can still be asked for. */
const RUNNING: ReadonlySet<DocumentStatus> = new Set(['pending', 'inprogress', 'converted']);
export const isRunning = (status: DocumentStatus): boolean => RUNNING.has(status);

/** In one of these nothing came of a document, or it was stopped: its owner may remove it. */
const REMOVABLE: ReadonlySet<DocumentStatus> = new Set(['failed', 'skipped', 'canceled']);
export const isRemovable = (status: DocumentStatus): boolean => REMOVABLE.has(status);

/** A document in one of these does not count as a duplicate of a new upload (C25). */
export const standsForItsBytes = (status: DocumentStatus): boolean =>
  status !== 'failed' && status !== 'canceled';

export type DocumentFacts = {
  totalPages: number;
  counts: PageCounts;
  outcome: DocumentOutcome | null;
  inspectedVersion: number;
  /** A page event has come, so a worker has the document, whether or not we know yet what is in it. */
  anyPageSeen: boolean;
};

/** Where a document stands by what the pipeline has reported, in whatever order the reports came (C01). */
export function statusFromFacts(facts: DocumentFacts): DocumentStatus {
  const { totalPages, counts, outcome, inspectedVersion } = facts;
  if (outcome && outcome.version > inspectedVersion) return outcome.status;
  if (inspectedVersion === 0 && !facts.anyPageSeen) return 'pending';
  if (totalPages === 0 || counts.succeeded + counts.failed < totalPages) return 'inprogress';
  if (counts.succeeded === 0) return 'failed';
  return counts.untranslated === 0 ? 'translated' : 'converted';
}

/**
 * The statuses to go through, one allowed step after the other, from where a document stands to where the facts put it: events
 * that come late or out of order leave out steps, the history of a document does not. Empty when there is nothing to do.
 */
export function statusPath(from: DocumentStatus, to: DocumentStatus): DocumentStatus[] {
  if (from === to || SET_BY_PEOPLE.has(from)) return [];
  const paths: DocumentStatus[][] = [[from]];
  const seen = new Set<DocumentStatus>([from]);
  for (const path of paths) {
    const last = path.at(-1) ?? from;
    for (const next of NEXT[last]) {
      if (next === to) return [...path.slice(1), next];
      if (seen.has(next) || SET_BY_PEOPLE.has(next)) continue;
      seen.add(next);
      paths.push([...path, next]);
    }
  }
  return [];
}
