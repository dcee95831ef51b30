import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const STALE_MS = 24 * 3_600_000;
/** The folders of jobs: documents and what their processes write. */
export const JOB_FOLDERS = 'hamkhan-sandbox-';

/** Makes a temporary folder whose name has the id of this process, so that other processes can tell when it has ended. */
export const makeProcessFolder = (prefix: string): Promise<string> =>
  mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));

/**
 * Removes the folders with this prefix whose process has ended, or that are older than a day (in a restarted container, another process
 * may have the same id). Folders of other users can't be removed and stay.
 */
export async function removeStaleFolders(prefix: string): Promise<void> {
  const pattern = new RegExp(`^${prefix}(\\d+)-`);
  for (const name of await readdir(tmpdir())) {
    const pid = pattern.exec(name)?.[1];
    if (pid === undefined) continue;
    const folder = join(tmpdir(), name);
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Date.now() }));
    if (!isAlive(Number(pid)) || Date.now() - mtimeMs > STALE_MS) {
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code !== 'ESRCH';
  }
}
