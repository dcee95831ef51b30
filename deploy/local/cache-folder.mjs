import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';

/** The folder of downloaded programs, shared by all clones: `$XDG_CACHE_HOME/hamkhan`, by default `~/.cache/hamkhan`. */
export function cacheFolder() {
  const base = process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache');
  return path.join(base, 'hamkhan');
}

/**
 * Fills a folder of the cache once. It fills a temporary folder and renames it at the end: an interrupted install
 * leaves nothing that looks finished, and two installs at the same time do not disturb each other.
 *
 * @param {string} name folder name, with the version in it
 * @param {(folder: string) => Promise<void>} fill installs into the given folder
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
