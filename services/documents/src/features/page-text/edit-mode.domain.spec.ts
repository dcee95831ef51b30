import { describe, expect, it } from '@jest/globals';
import { identity } from '@hamkhan/testing/service-harness';
import { editModeOf } from './edit-mode.domain.js';

describe('editModeOf', () => {
  it.each<[string, Parameters<typeof identity>[0], string]>([
    ['the owner', { userId: 'owner' }, 'owner'],
    ['an owner who is staff', { userId: 'owner', isStaff: true }, 'owner'],
    ['staff', { userId: 'x', isStaff: true }, 'staff'],
    ['a superuser', { userId: 'x', isSuperuser: true }, 'staff'],
    ['a creator', { userId: 'x', isCreator: true }, 'suggest'],
    ['a subscriber', { userId: 'x', hasActiveSubscription: true }, 'suggest'],
    ['another user', { userId: 'x' }, 'suggest'],
  ])('%s [RDR-EDIT-20]', (_, facts, mode) => {
    expect(editModeOf({ ownerId: 'owner' }, identity(facts))).toBe(mode);
  });
});
