import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { transform } from '@swc/core';
import { filesBelow, hashOf, readStamp, writeStamp } from './changed-since.mjs';
import { ROOT } from './repository.mjs';

const STAMP = 'build-typescript';
const isSource = (file) => file.endsWith('.ts') && !file.endsWith('.d.ts');
const isTest = (file) => /\.spec\.ts$/.test(file);

/**
 * Compiles src to dist in every package and service, with source maps; other files are copied. Only what changed is
 * written, and what lost its source is removed.
 *
 * @returns {Promise<{ written: number, changed: Set<string>, stamp: string }>} changed: the workspaces with new output;
 *   stamp changes whenever any output does
 */
export async function buildTypescript() {
  const swcrc = await readFile(path.join(ROOT, '.swcrc'), 'utf8');
  const { version } = JSON.parse(
    await readFile(path.join(ROOT, 'node_modules/@swc/core/package.json'), 'utf8'),
  );
  const options = { ...JSON.parse(swcrc), swcrc: false, configFile: false };
  const before = await readStamp(STAMP);
  const after = {};
  let written = 0;
  const changed = new Set();

  for (const folder of await workspaces()) {
    const outputs = new Set();
    for (const file of await filesBelow(path.join(folder, 'src'))) {
      if (isTest(file) || file.endsWith('.d.ts')) continue;
      const source = path.join(folder, 'src', file);
      const relative = isSource(file) ? file.replace(/\.ts$/, '.js') : file;
      const output = path.join(folder, 'dist', relative);
      outputs.add(relative);
      if (isSource(file)) outputs.add(`${relative}.map`);
      const content = await readFile(source);
      const key = path.relative(ROOT, source);
      after[key] = hashOf(content, swcrc, version);
      if (before[key] === after[key] && existsSync(output)) continue;
      await mkdir(path.dirname(output), { recursive: true });
      if (isSource(file)) await compile(content.toString('utf8'), source, output, options);
      else await copyFile(source, output);
      written += 1;
      changed.add(path.relative(ROOT, folder));
    }
    await removeOthers(path.join(folder, 'dist'), outputs);
  }
  await writeStamp(STAMP, after);
  return { written, changed, stamp: hashOf(JSON.stringify(after)) };
}

async function compile(code, source, output, options) {
  const sourceFileName = path.relative(path.dirname(output), source);
  const result = await transform(code, { ...options, filename: source, sourceFileName, sourceMaps: true });
  const name = path.basename(output);
  await writeFile(output, `${result.code}//# sourceMappingURL=${name}.map\n`);
  await writeFile(`${output}.map`, result.map ?? '');
}

async function removeOthers(dist, outputs) {
  for (const file of await filesBelow(dist)) {
    if (!outputs.has(file)) await rm(path.join(dist, file));
  }
}

/** The folders of packages and services. */
export async function workspaces() {
  const folders = await Promise.all(
    ['packages', 'services'].map(async (parent) => {
      const names = await readdir(path.join(ROOT, parent));
      return names.map((name) => path.join(ROOT, parent, name));
    }),
  );
  return folders.flat().filter((folder) => existsSync(path.join(folder, 'src')));
}
