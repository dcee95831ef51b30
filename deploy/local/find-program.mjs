import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

/**
 * @param {string} name a program's file name
 * @returns {string | undefined} its full path, the first one on PATH that can be run
 */
export function findProgram(name) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  return folders.map((folder) => path.join(folder, name)).find(isRunnable);
}

/** Whether a path is a file that may be executed. */
export function isRunnable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
