/**
 * `npm run licences`: lists the licence of every installed dependency with how many packages use it, and fails for one that is not on the
 * list of those we accept. `npm run licences -- --all` prints each package.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from './repository.mjs';

const ACCEPTED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  // Word lists of the spelling check only; nothing shipped may have it.
  'CC-BY-SA-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
  'WTFPL',
  'Zlib',
]);
/** Packages whose licence was read by hand. */
const READ_BY_HAND = {
  // The licence file says MIT; package.json does not name it.
  'png-js': 'MIT',
  // Its package.json writes `MPL 2.0`.
  'incremental-encoder': 'MPL-2.0',
  // A word list of the spelling check; it is not shipped.
  '@cspell/dict-en-common-misspellings': 'CC-BY-SA-4.0',
};

const lock = JSON.parse(await readFile(path.join(ROOT, 'package-lock.json'), 'utf8'));
const licences = new Map();
for (const [folder, entry] of Object.entries(lock.packages)) {
  if (!folder.includes('node_modules/') || entry.link) continue;
  const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const licence = READ_BY_HAND[name] ?? entry.license ?? (await licenceOf(folder));
  // Optional packages of other platforms are in the lock file only.
  if (licence === 'unknown' && entry.optional) continue;
  licences.set(licence, [...(licences.get(licence) ?? []), `${name}@${entry.version}`]);
}
const showAll = process.argv.includes('--all');
for (const [licence, names] of [...licences].sort(([, a], [, b]) => b.length - a.length)) {
  process.stdout.write(`${licence}: ${names.length}${showAll ? `\n  ${names.join('\n  ')}` : ''}\n`);
}
const refused = [...licences].filter(([licence]) => !isAccepted(licence));
if (refused.length > 0) {
  for (const [licence, names] of refused)
    process.stderr.write(`Not accepted: ${licence} (${names.join(', ')})\n`);
  process.exitCode = 1;
}

/** Old packages state their licence in package.json only, some as an object. */
async function licenceOf(folder) {
  const manifest = await readFile(path.join(ROOT, folder, 'package.json'), 'utf8').then(
    JSON.parse,
    () => ({}),
  );
  const { license, licenses } = manifest;
  const stated = license ?? licenses?.[0];
  return (typeof stated === 'string' ? stated : stated?.type) ?? 'unknown';
}

/** Reads SPDX expressions without parentheses inside: one accepted side of an OR, or every side of an AND. */
function isAccepted(expression) {
  const plain = expression.replaceAll(/[()]/g, '');
  return plain
    .split(' OR ')
    .some((side) => side.split(' AND ').every((licence) => ACCEPTED.has(licence.trim())));
}
