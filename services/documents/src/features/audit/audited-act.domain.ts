import type { EventData } from '@hamkhan/contracts/events/registry';
import type { Identity } from '@hamkhan/contracts/identity';
import { accountExportFileRoute } from '@hamkhan/contracts/routes/account-export';
import { originalFileRoute } from '@hamkhan/contracts/routes/reader';
import { isStaff } from '../access/access.domain.js';

type Action = EventData<'documents.request.audited'>['action'];

export type FinishedRequest = {
  method: string;
  /** Path of the route with its parameter names. */
  route: string;
  status: number;
  /** The `Range` header. */
  range: string | undefined;
};

const SAFE_METHODS = new Set(['GET', 'HEAD']);
/** A download that continues another one. */
const LATER_PART = /^bytes=[1-9]/;

/** What a successful request is in the security log; null for what does not belong there. */
export function auditedAction(
  caller: Identity,
  { method, route, status, range }: FinishedRequest,
): Action | null {
  if (status >= 300) return null;
  if (method === 'GET' && isSameRoute(route, originalFileRoute.path)) {
    return range !== undefined && LATER_PART.test(range) ? null : 'original.downloaded';
  }
  if (method === 'GET' && isSameRoute(route, accountExportFileRoute.path)) return 'export.downloaded';
  if (SAFE_METHODS.has(method)) return null;
  if (caller.impersonatedBy !== null) return 'loginas.acted';
  return isStaff(caller) ? 'staff.acted' : null;
}

/** The router registers paths without their final slash. */
const isSameRoute = (one: string, other: string): boolean =>
  one.replace(/\/$/, '') === other.replace(/\/$/, '');
