import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Program } from './sandbox-process.js';

/**
 * A program of a package: its compiled file, also when a test runs the package from source, because Node.js starts it without a test runner.
 *
 * @param from the address of the module that asks, one folder below `src` or `dist` of its package
 */
export function programOf(from: string, name: string, file: string): Program {
  const path = fileURLToPath(new URL(`../${file}.js`, from));
  const end = `${sep}src${sep}${file.replaceAll('/', sep)}.js`;
  return { name, entry: path.endsWith(end) ? path.slice(0, -end.length) + end.replace('src', 'dist') : path };
}
