import { chmod, copyFile, link, realpath, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { JOB_FOLDERS, makeProcessFolder } from '../temporary-folder/process-folder.js';

const READ_BY_OTHERS = 0o004;

export type DocumentAccess = {
  /** The sandbox has another user than this process. */
  hasOwnUser: boolean;
  /** The file is mounted in the sandbox, so the permissions of its folder don't matter. */
  isMounted: boolean;
};

/** The path of a document that the user of the sandbox can read: the document itself, else a link or a copy in a folder for the job. */
export async function readableDocument(
  file: string | null,
  { hasOwnUser, isMounted }: DocumentAccess,
): Promise<{ document: string | null; cleanUp: () => Promise<void> }> {
  const nothing = () => Promise.resolve();
  if (file === null) return { document: null, cleanUp: nothing };
  const source = await realpath(file);
  const isReadable = ((await stat(source)).mode & READ_BY_OTHERS) !== 0;
  if (!hasOwnUser || (isMounted && isReadable)) return { document: source, cleanUp: nothing };
  const folder = await makeProcessFolder(JOB_FOLDERS);
  const document = join(folder, 'document');
  if (!isReadable || !(await isLinked(source, document))) {
    await copyFile(source, document);
    await chmod(document, 0o444);
  }
  await chmod(folder, 0o711);
  return { document, cleanUp: () => rm(folder, { recursive: true, force: true }) };
}

/** A link costs nothing, but works within one file system only. */
const isLinked = (source: string, document: string): Promise<boolean> =>
  link(source, document).then(
    () => true,
    () => false,
  );
