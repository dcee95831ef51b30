import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const STALE_MS = 24 * 3_600_000;

/** Makes a temporary folder that carries this process's id, so that others can tell when its owner is gone. */
export const makeWorkerFolder = (prefix: string): Promise<string> =>
  mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));

/**
 * Removes the folders of this prefix that killed workers left behind; where process ids begin anew (in a container) their age
 * tells. What can't be removed is somebody else's and stays.
 */
export async function removeLeftFolders(prefix: string): Promise<void> {
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
