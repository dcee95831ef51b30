/**
 * `npm run check:citations`: every decision code (C14, G33) and requirement id (ACC-LOGIN-03) that code or docs cite must have an entry in
 * docs/decisions.md or docs/requirements.csv.
 */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from './repository.mjs';
import { requirementRows } from './requirements-table.mjs';

const SEARCHED = /\.(ts|tsx|mjs|cjs|md|css|ya?ml)$/;
const DECISION = /(?<![\w#-])[CG]\d{2}[ab]?(?![\w-])/g;
const REQUIREMENT = /\b(?:ACC|RDR)-[A-Z]+-\d+\b/g;
/** Ids that a test makes up to show that unknown ones are refused. */
const INVENTED = /-999$/;

const decisions = await readFile(path.join(ROOT, 'docs/decisions.md'), 'utf8');
const known = new Set([
  ...[...decisions.matchAll(/^\| ([CG]\d{2}[ab]?) +\|/gm)].map(([, code]) => code),
  ...(await requirementRows()).map(({ id }) => id),
]);
const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
const dangling = [];
for (const file of files.filter((name) => SEARCHED.test(name))) {
  const text = await readFile(path.join(ROOT, file), 'utf8').catch(() => '');
  const cited = new Set([...(text.match(DECISION) ?? []), ...(text.match(REQUIREMENT) ?? [])]);
  for (const code of cited) if (!known.has(code) && !INVENTED.test(code)) dangling.push(`${file}: ${code}`);
}
if (dangling.length > 0) {
  process.stderr.write(
    `No entry in docs/decisions.md or docs/requirements.csv for:\n${dangling.join('\n')}\n`,
  );
  process.exitCode = 1;
}
