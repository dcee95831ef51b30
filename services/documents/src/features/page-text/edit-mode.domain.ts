import type { EditMode } from '@hamkhan/contracts/http/editing';
import type { Identity } from '@hamkhan/contracts/identity';
import { isStaff } from '../access/access.domain.js';
import type { DocumentRow } from '../document/document.schema.js';

/**
 * How a user edits a document that they can see (G08, RDR-EDIT-19, RDR-EDIT-20): edits of the owner apply at once and enter the history,
 * edits of staff apply at once without an entry, all others suggest.
 */
export function editModeOf({ ownerId }: Pick<DocumentRow, 'ownerId'>, user: Identity): EditMode {
  if (user.userId === ownerId) return 'owner';
  return isStaff(user) ? 'staff' : 'suggest';
}
