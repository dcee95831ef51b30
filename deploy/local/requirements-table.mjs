import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from './repository.mjs';

const LIST = path.join(ROOT, 'docs', 'requirements.csv');
const TABLE = path.join(ROOT, 'docs', 'requirements.md');
const TAG = /\[([A-Z]{3}-[A-Z0-9]+-\d+)(:partial)?\]/g;

/**
 * Renders which test shows which requirement, from the tags in the titles of passed tests: `[ACC-UPLOAD-10]` shows the
 * requirement, `[ACC-UPLOAD-10:partial]` a part of it. A row of docs/requirements.csv with something in its column
 * `missing` is partial at best, whatever its tests say.
 *
 * @param {{ title: string, file: string }[]} tests
 * @returns {Promise<string>} Markdown
 * @throws {Error} when a tag names no row of docs/requirements.csv
 */
export async function requirementsTable(tests) {
  const rows = await requirementRows();
  const shown = new Map(rows.map(({ id }) => [id, { whole: [], part: [] }]));
  const unknown = new Set();
  for (const { title, file } of tests) {
    for (const [, id, partial] of title.matchAll(TAG)) {
      const text = `${title.replaceAll(TAG, '').replaceAll(/\s+/g, ' ').trim()} (${file})`;
      if (!shown.has(id)) unknown.add(id);
      shown.get(id)?.[partial ? 'part' : 'whole'].push(text);
    }
  }
  if (unknown.size > 0)
    throw new Error(`tests name requirements that do not exist: ${[...unknown].join(', ')}`);
  return asMarkdown(rows.map((row) => ({ ...row, ...stateOf(row, shown.get(row.id)) })));
}

export const writeRequirements = (markdown) => writeFile(TABLE, markdown);

/**
 * The rows of docs/requirements.csv: what must hold, and what of it is still missing (empty when nothing is).
 *
 * @returns {Promise<{ id: string, area: string, text: string, missing: string }[]>}
 */
export async function requirementRows() {
  const [, ...lines] = (await readFile(LIST, 'utf8')).trim().split('\n');
  return lines.map((line) => {
    const [id, area, text, missing] = splitCsvLine(line);
    return { id, area, text, missing };
  });
}

/** Fields of one CSV line (RFC 4180) without line breaks inside fields. */
function splitCsvLine(line) {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    quoted === undefined ? plain : quoted.replaceAll('""', '"'),
  );
}

function stateOf({ missing }, { whole, part }) {
  if (whole.length > 0 && !missing) return { state: 'done', tests: whole };
  const tests = [...whole, ...part];
  return { state: tests.length > 0 ? 'partial' : 'open', tests };
}

function asMarkdown(rows) {
  const count = (wanted) => rows.filter(({ state }) => state === wanted).length;
  const areas = [...new Set(rows.map(({ area }) => area))];
  const sections = areas.map((area) => {
    const lines = rows.filter((row) => row.area === area).map(asLine);
    return `## ${area}\n\n| id | what must hold | state | shown by |\n| --- | --- | --- | --- |\n${lines.join('\n')}\n`;
  });
  return `# Requirements and the tests that show them

Written by \`npm test\` after a green run, from docs/requirements.csv and the requirement ids in the titles of passed tests. ${rows.length}
requirements: ${count('done')} done, ${count('partial')} partial, ${count('open')} open. Decisions behind them: [decisions.md](decisions.md).

${sections.join('\n')}`;
}

function asLine({ id, text, missing, state, tests }) {
  const whatHolds = missing && state === 'partial' ? `${text} Missing: ${missing}.` : text;
  const cells = [id, escapeCell(whatHolds), state, tests.map(escapeCell).sort().join('<br>')];
  return `| ${cells.join(' | ')} |`;
}

const escapeCell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
