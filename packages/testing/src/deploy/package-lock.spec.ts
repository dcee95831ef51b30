import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const LOCK_FILE = join(dirname(fileURLToPath(import.meta.url)), '../../../../package-lock.json');

describe('package-lock.json', () => {
  it('lists every optional dependency, because npm ci fails without one', async () => {
    const { packages } = JSON.parse(await readFile(LOCK_FILE, 'utf8')) as {
      packages: Record<string, { optionalDependencies?: Record<string, string> }>;
    };
    const isThere = (from: string, name: string): boolean => {
      if (packages[from ? `${from}/node_modules/${name}` : `node_modules/${name}`]) return true;
      if (from === '') return false;
      return isThere(from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name);
    };
    const missing = Object.entries(packages).flatMap(([folder, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !isThere(folder, name)),
    );
    expect(missing).toEqual([]);
  });
});
