import { describe, expect, it } from '@jest/globals';
import { SUGGESTION_STATUSES } from '@hamkhan/contracts/http/suggestions';
import { nextStatus, type SuggestionAction } from './suggestion.domain.js';

describe('the lifecycle of a suggestion', () => {
  it.each<[SuggestionAction, boolean, string]>([
    ['update', false, 'pending,,'],
    ['update', true, 'pending,applied,'],
    ['cancel', false, 'cancelled,,cancelled'],
    ['cancel', true, 'cancelled,,cancelled'],
    ['apply', false, 'applied,,'],
    ['apply', true, 'applied,,'],
  ])('%s, of an owner: %s [RDR-SUGGEST-06]', (act, isOwnersEdit, expected) => {
    const after = SUGGESTION_STATUSES.map((status) => nextStatus(status, act, { isOwnersEdit }));
    expect(after.join()).toBe(expected);
  });
});
