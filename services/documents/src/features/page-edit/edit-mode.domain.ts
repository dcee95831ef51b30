import type { EditMode } from '@hamkhan/contracts/http/editing';
import type { Identity } from '@hamkhan/contracts/identity';
import { isStaff } from '../access/access.domain.js';
import type { DocumentRow } from '../document/document.schema.js';

/**
 * How somebody edits a document that they may see (G08, RDR-EDIT-19, RDR-EDIT-20): its owner at once, kept in the history, staff at once and
 * without one, everybody else by suggesting.
 */
export function editModeOf({ ownerId }: Pick<DocumentRow, 'ownerId'>, user: Identity): EditMode {
  if (user.userId === ownerId) return 'owner';
  return isStaff(user) ? 'staff' : 'suggest';
}
