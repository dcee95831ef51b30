import { describe, expect, it } from '@jest/globals';
import { accessTypeCode, DEVICES, ISSUE_TYPES, ORIENTATIONS } from './constants.js';
import { ACCESS_TYPES, STATUS_CODES } from './statuses.js';

describe('the constants', () => {
  it('list forty statuses by number [ACC-STATUS-02] [ACC-STATUS-03] [ACC-STATUS-04] [ACC-STATUS-05]', () => {
    const listed =
      'new, open, closed, deleted, archived, in progress, created, deactive, active, pending, ' +
      'blocked, expired, connecting, connected, failed, hidden, success, canceled, verified, not verified, ' +
      'reserved, joined, submitted, skipped, sent, seen, published, processing, converted, convert failed, ' +
      'OCR failed, parse failed, queued, pending translation, translated, translating, translate failed, reparse, ' +
      'refunded, completed';
    expect([...STATUS_CODES]).toEqual(listed.split(', '));
    expect(STATUS_CODES).toHaveLength(40);
    expect([STATUS_CODES[9], STATUS_CODES[10], STATUS_CODES[29], STATUS_CODES[30]]).toEqual([
      'pending',
      'blocked',
      'convert failed',
      'OCR failed',
    ]);
  });

  it('number the devices [ACC-STATUS-07]', () => {
    expect(DEVICES).toEqual({ mobile: 1, tablet: 2, desktop: 3, keyboard: 4, mouse: 5 });
  });

  it('number the orientations [ACC-STATUS-08] [RDR-CONST-01]', () => {
    expect(ORIENTATIONS).toEqual({ portrait: 1, landscape: 2, both: 3 });
  });

  it('know six kinds of issues', () => {
    expect(ISSUE_TYPES).toHaveLength(6);
    expect(new Set(ISSUE_TYPES).size).toBe(6);
  });

  it('number the ways to a document [ACC-CONST-04]', () => {
    expect(ACCESS_TYPES.map((type) => [type, accessTypeCode(type)])).toEqual([
      ['free', 0],
      ['paid', 1],
      ['subscription', 2],
    ]);
  });
});
