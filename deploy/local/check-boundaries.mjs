/**
 * `npm run check:boundaries`: imports keep to the rules of .dependency-cruiser.cjs, folders do not import each other in a circle,
 * and the chart of imports in docs/architecture.md is the current one.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { circlesOf, folderImports, mermaidChart } from './folder-imports.mjs';
import { ROOT } from './repository.mjs';

const PAGE = 'docs/architecture.md';

process.chdir(ROOT);
const options = await extractDepcruiseOptions(path.join(ROOT, '.dependency-cruiser.cjs'));
const { output } = await cruise(['packages', 'services', 'web/src'], options);
const imports = folderImports(output.modules);
const chart = mermaidChart(imports);
const isCharted = (await readFile(PAGE, 'utf8')).includes(chart);
const wrong = [
  ...output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
  ...circlesOf(imports).map((folders) => `folders in a circle: ${folders.join(', ')}`),
  ...(isCharted ? [] : [`${PAGE} lacks the chart of imports, which is now:\n${chart}`]),
];
if (wrong.length > 0) {
  process.stderr.write(`${wrong.join('\n')}\n`);
  process.exitCode = 1;
}
