import type { Identity } from '@hamkhan/contracts/identity';
import { accountExportFileRoute } from '@hamkhan/contracts/routes/account-export';
import { originalFileRoute } from '@hamkhan/contracts/routes/reader';
import { identity } from '@hamkhan/testing/service-harness';
import { describe, expect, it } from '@jest/globals';
import { auditedAction, type FinishedRequest } from './audited-act.domain.js';

const reader = identity({ userId: 'reader' });
const staff = identity({ userId: 'staff', isStaff: true });
const acting = identity({ userId: 'reader', impersonatedBy: 'admin' });
const download = { method: 'GET', route: originalFileRoute.path, status: 200, range: undefined };
const edit = { method: 'POST', route: '/api/document/publish/:documentId/', status: 200, range: undefined };

describe('auditedAction', () => {
  it.each<[string, Identity, FinishedRequest, string | null]>([
    ['a download', reader, download, 'original.downloaded'],
    ['the first part of a download', reader, { ...download, range: 'bytes=0-99' }, 'original.downloaded'],
    ['a later part of a download', reader, { ...download, range: 'bytes=100-' }, null],
    ['a refused download', reader, { ...download, status: 403 }, null],
    ['the size of a file', reader, { ...download, method: 'HEAD' }, null],
    [
      'a download of an export',
      reader,
      { ...download, route: accountExportFileRoute.path },
      'export.downloaded',
    ],
    ['a change of a reader', reader, edit, null],
    ['a change of staff', staff, edit, 'staff.acted'],
    ['a refused change of staff', staff, { ...edit, status: 409 }, null],
    ['what staff reads', staff, { ...edit, method: 'GET' }, null],
    ['a change of an administrator as a reader', acting, edit, 'loginas.acted'],
  ])('classifies %s', (_, caller, request, action) => {
    expect(auditedAction(caller, request)).toBe(action);
  });
});
