import { describe, expect, it } from '@jest/globals';
import type { Identity } from '@hamkhan/contracts/identity';
import { DOCUMENT_STATUSES } from '@hamkhan/contracts/statuses';
import {
  accessOf,
  DEFAULT_PREVIEW,
  isPubliclyVisible,
  isPermitted,
  PUBLICLY_VISIBLE,
  permittedRange,
  type AccessFacts,
} from './access.domain.js';

const reader = (facts: Partial<Identity>): Identity => ({
  userId: 'reader',
  sessionId: 's',
  username: 'u',
  isStaff: false,
  isSuperuser: false,
  isCreator: false,
  hasActiveSubscription: false,
  overSessionLimit: false,
  language: 'fa',
  impersonatedBy: null,
  ...facts,
});
const owner = reader({ userId: 'owner' });
const other = reader({});
const staff = reader({ isStaff: true });
const superuser = reader({ isSuperuser: true });
const subscriber = reader({ hasActiveSubscription: true });

const document = (facts: Partial<AccessFacts>): AccessFacts => ({
  ownerId: 'owner',
  visibility: 'private',
  accessType: 'paid',
  published: false,
  status: 'translated',
  previewPages: DEFAULT_PREVIEW,
  totalPages: 100,
  ...facts,
});
const catalogue = (facts: Partial<AccessFacts> = {}): AccessFacts =>
  document({ visibility: 'catalogue', published: true, ...facts });

describe('the access rule (G05, G75, C10)', () => {
  it.each<[string, AccessFacts, Identity | null, boolean, string]>([
    ['private, guest', document({}), null, false, 'hidden'],
    ['private, another user', document({}), other, false, 'hidden'],
    ['private, a subscriber', document({}), subscriber, false, 'hidden'],
    ['private and free, another user', document({ accessType: 'free' }), other, false, 'hidden'],
    ['private and free, staff', document({ accessType: 'free' }), staff, false, 'staff'],
    ['private, owner', document({}), owner, false, 'owner'],
    ['private, staff', document({}), staff, false, 'staff'],
    ['private, superuser', document({}), superuser, false, 'staff'],
    ['private, buyer', document({}), other, true, 'purchased'],
    ['catalogue, guest', catalogue(), null, false, 'none'],
    ['catalogue, another user', catalogue(), other, false, 'none'],
    ['catalogue, buyer', catalogue(), other, true, 'purchased'],
    ['catalogue, free, guest', catalogue({ accessType: 'free' }), null, false, 'free'],
    ['catalogue, subscriber', catalogue(), subscriber, false, 'subscription'],
    ['catalogue, unpublished, subscriber', catalogue({ published: false }), subscriber, false, 'none'],
    ['catalogue, staff', catalogue(), staff, false, 'staff'],
    ['blocked, owner', document({ status: 'blocked' }), owner, false, 'hidden'],
    ['blocked, buyer', catalogue({ status: 'blocked' }), other, true, 'hidden'],
    ['blocked, staff', document({ status: 'blocked' }), staff, false, 'staff'],
  ])('%s', (_, facts, who, purchased, expected) => {
    const access = accessOf(facts, who, purchased);
    expect(access?.reason ?? 'hidden').toBe(expected);
    expect(access?.full ?? false).toBe(!['hidden', 'none'].includes(expected));
  });

  it('permits all pages with full access, and the inclusive preview without (G06)', () => {
    const full = accessOf(document({}), owner, false);
    const preview = accessOf(catalogue({ previewPages: { from: 2, to: 5 } }), null, false);
    if (!full || !preview) throw new Error('visible');
    expect([0, 99, 100].map((page) => isPermitted(full, page))).toEqual([true, true, false]);
    expect([1, 2, 5, 6].map((page) => isPermitted(preview, page))).toEqual([false, true, true, false]);
    expect(permittedRange(preview, { from: 0, to: 99 })).toEqual({ from: 2, to: 5 });
    expect(permittedRange(preview, { from: 4, to: 50 })).toEqual({ from: 4, to: 5 });
    expect(permittedRange(preview, { from: 6, to: 9 })).toBeNull();
  });

  it('clips the preview to existing pages, and permits none while the document is pending', () => {
    expect(accessOf(catalogue({ totalPages: 3 }), null, false)?.pages).toEqual({ from: 0, to: 2 });
    expect(accessOf(catalogue({ totalPages: 0 }), null, false)?.pages).toBeNull();
    expect(accessOf(document({ status: 'pending' }), owner, false)?.pages).toBeNull();
  });

  it('has a database filter that matches exactly the publicly visible documents', () => {
    for (const visibility of ['private', 'catalogue'] as const) {
      for (const status of DOCUMENT_STATUSES) {
        for (const published of [true, false]) {
          const facts = document({ visibility, status, published });
          const isFound =
            visibility === PUBLICLY_VISIBLE.visibility && status !== PUBLICLY_VISIBLE.status.$ne;
          expect([visibility, status, isPubliclyVisible(facts)]).toEqual([visibility, status, isFound]);
          expect(accessOf(facts, other, false) !== null).toBe(isFound);
        }
      }
    }
  });
});
