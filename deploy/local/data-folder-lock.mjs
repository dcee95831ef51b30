import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { bornAt } from './child-process.mjs';
import { StartError } from './start-error.mjs';

/**
 * Locks a data folder for this process, so that two starts never share one. The lock of a dead process is replaced.
 *
 * @param {string} dataDir
 * @returns {Promise<() => Promise<void>>} releases the lock
 * @throws {StartError} when a running process holds the lock
 */
export async function lockDataFolder(dataDir) {
  await mkdir(dataDir, { recursive: true });
  const file = path.join(dataDir, 'owner.json');
  const mine = JSON.stringify({ pid: process.pid, born: bornAt(process.pid) });
  for (let attempt = 0; ; attempt += 1) {
    try {
      await writeFile(file, mine, { flag: 'wx' });
      return () => rm(file, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST' || attempt > 5) throw error;
    }
    const owner = await readFile(file, 'utf8').then(JSON.parse, () => undefined);
    if (owner && owner.pid !== process.pid && isAlive(owner)) {
      throw new StartError(
        'Data folder',
        `${dataDir} is in use: process ${owner.pid} runs the servers there`,
        {
          toDo: `stop that process first (kill ${owner.pid}), or choose another folder with HAMKHAN_DATA`,
        },
      );
    }
    await rm(file, { force: true });
  }
}

function isAlive({ pid, born }) {
  if (process.platform === 'linux') return bornAt(pid) !== undefined && bornAt(pid) === born;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
