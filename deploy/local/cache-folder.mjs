import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';

/** Where downloaded programs are kept between clones: `$XDG_CACHE_HOME/hamkhan`, by default `~/.cache/hamkhan`. */
export function cacheFolder() {
  const base = process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache');
  return path.join(base, 'hamkhan');
}

/**
 * Fills a folder of the cache once. The work is done in a folder beside it that is renamed at the end, so that an
 * interrupted install is never taken for a finished one, and two installs at the same time do no harm.
 *
 * @param {string} name folder name, with the version in it
 * @param {(folder: string) => Promise<void>} fill installs into the folder that it is given
 * @returns {Promise<string>} the finished folder
 */
export async function cachedFolder(name, fill) {
  const finished = path.join(cacheFolder(), name);
  if (existsSync(finished)) return finished;
  const unfinished = `${finished}.${process.pid}-${randomBytes(3).toString('hex')}.part`;
  await mkdir(unfinished, { recursive: true });
  try {
    await fill(unfinished);
    await rename(unfinished, finished).catch((error) => {
      if (!existsSync(finished)) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return finished;
}
