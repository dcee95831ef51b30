/**
 * `npm run docs:configuration` writes docs/configuration.md from the zod schemas that the services check their environment with;
 * `npm run check:configuration` fails when the page is out of date or a variable has no description.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { format } from 'prettier';
import { buildTypescript } from './build-typescript.mjs';
import { ROOT } from './repository.mjs';

const PAGE = path.join(ROOT, 'docs', 'configuration.md');
const SERVICES = ['gateway', 'auth', 'documents', 'pipeline', 'finance', 'ai', 'converter'];
/** Where a process has its schema, if not in `services`. */
const SCHEMAS = { converter: 'packages/converter/dist/server/config.js' };
/** Read by the scripts in deploy/local and by the web build, which have no schema. */
const SCRIPT_VARIABLES = [
  ['HAMKHAN_PORT', '`8080`, else the next free port', 'Port of the URL that `npm start` prints.'],
  ['HAMKHAN_DATA', '`.data`', 'Folder for the data of the local servers.'],
  ['HAMKHAN_PORT_SHIFT', '`0`', 'Added to every port, to run several products side by side.'],
  ['XDG_CACHE_HOME', '`~/.cache`', 'Folder for downloaded server programs, in its subfolder `hamkhan`.'],
  ['HAMKHAN_TEST_DATA', '`.data/test`', 'Folder for the data of the test servers.'],
  ['CORPUS_DIR', '`../shared/corpus`', 'Documents of the corpus tests.'],
  ['VITE_PRICE_UNITS', 'Toman', 'Web build: the unit of prices, e.g. `fa=ریال en=Rial`.'],
  ['VITE_SOCIAL_LINKS', '–', 'Web build: links in the footer, e.g. `telegram=https://…`.'],
];

await buildTypescript();
const undescribed = [];
const shared = new Map();
const sections = [];
for (const service of SERVICES) {
  const schema = SCHEMAS[service] ?? `services/${service}/dist/config.js`;
  const module = await import(pathToFileURL(path.join(ROOT, schema)).href);
  const variables = Object.entries(module.Env).map(([name, schema]) => ({
    name,
    ...describe(service, name, schema),
  }));
  sections.push({ service, variables });
  for (const { name } of variables) shared.set(name, (shared.get(name) ?? 0) + 1);
}
const isShared = ({ name }) => (shared.get(name) ?? 0) > 2;
const common = sections
  .flatMap(({ variables }) => variables.filter(isShared))
  .filter(({ name }, index, all) => all.findIndex((other) => other.name === name) === index);
const page = await format(
  `# Configuration

Written by \`npm run docs:configuration\` from the schemas in each service's \`config.ts\`. Under \`npm start\` everything has a value. A service that lacks a variable, or
finds an invalid one, names it and exits with code 78.

## All services

${table(common)}

${sections
  .map(({ service, variables }) =>
    sectionOf(
      service,
      variables.filter((one) => !isShared(one)),
    ),
  )
  .join('\n')}
## Scripts and web build

${table(SCRIPT_VARIABLES.map(([name, fallback, description]) => ({ name, fallback, description })))}
`,
  { parser: 'markdown', printWidth: 120 },
);

if (undescribed.length > 0) fail(`No description (.describe(…)) for: ${undescribed.join(', ')}`);
else if (process.argv.includes('--check')) {
  const current = await readFile(PAGE, 'utf8').catch(() => '');
  if (current !== page) fail('docs/configuration.md is out of date: run `npm run docs:configuration`');
} else await writeFile(PAGE, page);

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}

function describe(service, name, schema) {
  const { description } = schema;
  if (!description) undescribed.push(`${service}: ${name}`);
  return { description: description ?? '', fallback: fallbackOf(name, schema) };
}

/** What holds when the variable is not set, found by parsing nothing. */
function fallbackOf(name, schema) {
  if (name === 'PORT') return 'per service';
  const parsed = schema.safeParse(undefined);
  if (!parsed.success) return '**required**';
  const value = schema.def.defaultValue ?? schema.def.in?.def.defaultValue;
  if (value === undefined || value === '') return '–';
  const text = String(value);
  return text.startsWith('/') && text.includes(ROOT) ? '`web/dist`' : `\`${text}\``;
}

function sectionOf(service, variables) {
  return variables.length > 0 ? `## ${service}\n\n${table(variables)}\n` : '';
}

function table(variables) {
  const lines = variables.map(
    ({ name, fallback, description }) =>
      `| \`${name}\` | ${fallback} | ${description.replaceAll('|', '\\|')} |`,
  );
  return `| variable | default | meaning |\n| --- | --- | --- |\n${lines.join('\n')}`;
}
