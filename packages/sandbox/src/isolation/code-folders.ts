import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The packages of this repository that programs in the sandbox import, besides their own. */
const SHARED = ['contracts', 'sandbox'];

/**
 * The file of a program, the compiled code of its package and of the packages it imports, and every node_modules above them. The folder of
 * the repository stays hidden: it may have data and passwords.
 */
export async function codeFolders(entry: string): Promise<string[]> {
  const here = await realpath(fileURLToPath(new URL('../..', import.meta.url)));
  const own = packageOf(entry);
  const modules = [...new Set([here, ...(own ? [own] : [])].flatMap(ancestors))]
    .map((folder) => join(folder, 'node_modules'))
    .filter((folder) => existsSync(folder));
  const linked = SHARED.flatMap((name) => modules.map((folder) => join(folder, '@hamkhan', name)));
  const packages = await Promise.all(linked.filter((path) => existsSync(path)).map((path) => realpath(path)));
  const compiled = [here, ...(own ? [own] : []), ...packages].flatMap((folder) => [
    join(folder, 'dist'),
    join(folder, 'package.json'),
  ]);
  return [...new Set([entry, ...modules, ...compiled])];
}

/** The folder of the package that a compiled file belongs to; null for a file outside of packages. */
function packageOf(file: string): string | null {
  const dist = ancestors(dirname(file)).find((folder) => folder.endsWith('/dist'));
  return dist ? dirname(dist) : null;
}

/** A folder and those above it. */
export const ancestors = (folder: string): string[] =>
  dirname(folder) === folder ? [folder] : [folder, ...ancestors(dirname(folder))];
