import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from './repository.mjs';

/** A stamp file stores the hash of a step's inputs, in `.cache`, which git ignores. */
const stampFile = (name) => path.join(ROOT, '.cache', `${name}.json`);

/** @returns {Promise<Record<string, string>>} what the last run of a step stored */
export async function readStamp(name) {
  return readFile(stampFile(name), 'utf8').then(JSON.parse, () => ({}));
}

export async function writeStamp(name, stamp) {
  await mkdir(path.dirname(stampFile(name)), { recursive: true });
  await writeFile(stampFile(name), JSON.stringify(stamp));
}

/** sha256 in hex over the parts, with a separator between them. */
export function hashOf(...parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}

/** Every file below a folder, relative to it, in order; none when the folder does not exist. */
export async function filesBelow(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)))
    .sort();
}
