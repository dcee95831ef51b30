import { describe, expect, it } from '@jest/globals';
import { DOCUMENT_STATUSES } from '@hamkhan/contracts/statuses';
import {
  canChangeStatus,
  statusFromFacts,
  statusPath,
  type DocumentFacts,
} from './document-status.domain.js';

const none = { succeeded: 0, failed: 0, level2: 0, untranslated: 0, waiting: 0 };
const facts = (given: Partial<DocumentFacts>): DocumentFacts => ({
  totalPages: 3,
  counts: none,
  outcome: null,
  inspectedVersion: 1,
  anyPageSeen: true,
  ...given,
});

describe('document status (C01)', () => {
  it('allows only the changes of C01 [ACC-STATUS-09] [RDR-STATUS-02]', () => {
    const allowed = DOCUMENT_STATUSES.flatMap((from) =>
      DOCUMENT_STATUSES.filter((to) => canChangeStatus(from, to)).map((to) => `${from}>${to}`),
    );
    expect(allowed).toContain('pending>inprogress');
    expect(allowed).toContain('translated>inprogress');
    expect(allowed).not.toContain('pending>converted');
    expect(allowed).not.toContain('canceled>inprogress');
    expect(allowed).not.toContain('translated>canceled');
    expect(allowed.some((step) => step.endsWith('>published'))).toBe(false);
    expect(allowed.filter((step) => step.startsWith('blocked'))).toEqual([]);
  });

  it.each<[string, Partial<DocumentFacts>, string]>([
    ['no event has arrived', { inspectedVersion: 0, anyPageSeen: false, totalPages: 0 }, 'pending'],
    ['it was inspected', { anyPageSeen: false }, 'inprogress'],
    ['a page event arrived before the inspection', { inspectedVersion: 0, totalPages: 0 }, 'inprogress'],
    ['a page is missing', { counts: { ...none, succeeded: 2 } }, 'inprogress'],
    [
      'every page is done, one untranslated',
      { counts: { ...none, succeeded: 2, failed: 1, untranslated: 1 } },
      'converted',
    ],
    ['every page with words has level 2', { counts: { ...none, succeeded: 3, level2: 2 } }, 'translated'],
    ['no page succeeded', { counts: { ...none, failed: 3 } }, 'failed'],
    [
      'the file could not be read',
      { outcome: { status: 'failed', reason: { code: 'damaged', params: {} }, version: 2 } },
      'failed',
    ],
    [
      'the file is Persian',
      { outcome: { status: 'skipped', reason: { code: 'already_persian', params: {} }, version: 2 } },
      'skipped',
    ],
    [
      'it was inspected again after a failure',
      {
        inspectedVersion: 3,
        outcome: { status: 'failed', reason: { code: 'crashed', params: {} }, version: 2 },
      },
      'inprogress',
    ],
  ])('when %s', (_, given, expected) => {
    expect(statusFromFacts(facts(given))).toBe(expected);
  });

  it('includes the steps that events skipped', () => {
    expect(statusPath('pending', 'translated')).toEqual(['inprogress', 'converted', 'translated']);
    expect(statusPath('translated', 'converted')).toEqual(['inprogress', 'converted']);
    expect(statusPath('converted', 'failed')).toEqual(['inprogress', 'failed']);
    expect(statusPath('inprogress', 'inprogress')).toEqual([]);
  });

  it('contains only allowed steps, between all statuses', () => {
    for (const from of DOCUMENT_STATUSES) {
      for (const to of DOCUMENT_STATUSES) {
        let last = from;
        for (const step of statusPath(from, to)) {
          expect([last, step, canChangeStatus(last, step)]).toEqual([last, step, true]);
          last = step;
        }
      }
    }
  });

  it('never changes a status set by a person', () => {
    expect(statusPath('canceled', 'translated')).toEqual([]);
    expect(statusPath('blocked', 'inprogress')).toEqual([]);
  });
});
