import type { Identity } from '@hamkhan/contracts/identity';
import type { RunRow } from './run.schema.js';

/** Whether a user may see and change how a document is translated: its owner and staff. Others get "not found" (G75). */
export const mayManage = (run: Pick<RunRow, 'ownerId'>, user: Identity): boolean =>
  run.ownerId === user.userId || user.isStaff || user.isSuperuser;
