import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from './repository.mjs';

const LIST = path.join(ROOT, 'docs', 'requirements.csv');
const TABLE = path.join(ROOT, 'docs', 'requirements.md');
const TAG = /\[([A-Z]{3}-[A-Z0-9]+-\d+)(:partial)?\]/g;

/**
 * Which requirement is shown by which test, from the tags in the titles of passed tests: `[ACC-UPLOAD-10]` shows it,
 * `[ACC-UPLOAD-10:partial]` shows a part of it.
 *
 * @param {{ title: string, file: string }[]} tests
 * @returns {Promise<string>} Markdown
 * @throws {Error} when a tag names no row of docs/requirements.csv
 */
export async function requirementsTable(tests) {
  const rows = await requirementRows();
  const shown = new Map(rows.map(({ id }) => [id, { done: [], partial: [] }]));
  const unknown = new Set();
  for (const { title, file } of tests) {
    for (const [, id, partial] of title.matchAll(TAG)) {
      const text = `${title.replaceAll(TAG, '').replaceAll(/\s+/g, ' ').trim()} (${file})`;
      if (!shown.has(id)) unknown.add(id);
      shown.get(id)?.[partial ? 'partial' : 'done'].push(text);
    }
  }
  if (unknown.size > 0)
    throw new Error(`tests name requirements that do not exist: ${[...unknown].join(', ')}`);
  return asMarkdown(rows, shown);
}

export const writeRequirements = (markdown) => writeFile(TABLE, markdown);

async function requirementRows() {
  const [, ...lines] = (await readFile(LIST, 'utf8')).trim().split('\n');
  return lines.map((line) => {
    const [id, area] = line.split(',');
    return { id, area };
  });
}

function asMarkdown(rows, shown) {
  const stateOf = (id) => {
    const { done, partial } = shown.get(id);
    if (done.length > 0) return { state: 'done', tests: done };
    return partial.length > 0 ? { state: 'partial', tests: partial } : { state: 'open', tests: [] };
  };
  const states = new Map(rows.map(({ id }) => [id, stateOf(id)]));
  const count = (wanted) => [...states.values()].filter(({ state }) => state === wanted).length;
  const areas = [...new Set(rows.map(({ area }) => area))];
  const sections = areas.map((area) => {
    const lines = rows
      .filter((row) => row.area === area)
      .map(({ id }) => {
        const { state, tests } = states.get(id);
        return `| ${id} | ${state} | ${tests.map(escapeCell).sort().join('<br>')} |`;
      });
    return `## ${area}\n\n| Requirement | State | Shown by |\n| --- | --- | --- |\n${lines.join('\n')}\n`;
  });
  return `# Requirements and the tests that show them

Written by \`npm test\` after a green run, from the requirement ids in the titles of passed tests. ${rows.length}
requirements: ${count('done')} done, ${count('partial')} partial, ${count('open')} open.

${sections.join('\n')}`;
}

const escapeCell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
