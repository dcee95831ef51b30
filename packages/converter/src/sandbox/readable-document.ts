import { chmod, copyFile, realpath, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeProcessFolder } from '../temporary-folder/process-folder.js';

export const FOLDER_PREFIX = 'hamkhan-convert-';
const FOR_OTHERS = 0o004;

/**
 * The path of a document that the user of the sandbox can read: the document itself, or a copy if only its owner may read it and the
 * sandbox has another user.
 */
export async function readableDocument(
  file: string | null,
  hasOwnUser: boolean,
): Promise<{ document: string | null; cleanUp: () => Promise<void> }> {
  const nothing = { document: file && (await realpath(file)), cleanUp: () => Promise.resolve() };
  if (!file || !hasOwnUser) return nothing;
  const { mode } = await stat(file);
  if (mode & FOR_OTHERS) return nothing;
  const folder = await makeProcessFolder(FOLDER_PREFIX);
  const document = join(folder, 'document');
  await copyFile(file, document);
  await chmod(document, 0o444);
  await chmod(folder, 0o711);
  return { document, cleanUp: () => rm(folder, { recursive: true, force: true }) };
}
