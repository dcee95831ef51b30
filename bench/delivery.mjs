/**
 * Measures page delivery: `npm run bench:delivery`. Uses the servers in the environment, or starts its own.
 *
 * Each server has one core (with taskset, if installed) and is the real process of the product with its consumer and relay. Rounds
 * alternate between the servers. A rate is the number of responses per CPU second of the server, which is what one idle core
 * delivers and hardly depends on the load of the machine.
 *
 * Prints three ratios with their goals and MISSED for a goal that is not met; the exit code is 0 in any case.
 */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildTypescript } from '../deploy/local/build-typescript.mjs';
import { startServers } from '../deploy/local/servers.mjs';
import { load } from './delivery/load.mjs';
import { PinnedProcesses } from './delivery/pinned-processes.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const PAGES = 100;
const ROUNDS = 3;
const ROUND = { seconds: 3, connections: 16 };
const OWNER = '64a000000000000000000001';
const ONE_PAGE = '?page=50&per_page=1';
const CHUNK = `?page=1&per_page=${PAGES}`;

const folder = await mkdtemp(path.join(tmpdir(), 'hamkhan-bench-'));
const processes = new PinnedProcesses();

await buildTypescript();
const servers = await startServers({ dataDir: path.join(folder, 'data'), portShift: 800 });
Object.assign(process.env, servers.env);
const { freePort } = await import('../packages/testing/dist/free-port.js');
const { TestStack } = await import('../packages/testing/dist/test-stack.js');
const { identityHeader } = await import('../packages/testing/dist/service-harness.js');
const { waitFor } = await import('../packages/testing/dist/wait-for.js');
const { makeDocument } = await import('./delivery/make-document.mjs');
const stack = await TestStack.create();
try {
  const service = await startDocumentsService();
  const document = await makeDocument({ url: service.url, stack, owner: OWNER, pages: PAGES });
  const pagesPath = `/api/document/pages/${document.key}/`;
  const samples = await saveSamples(`http://127.0.0.1:${service.port}${pagesPath}`);
  const { bare, nest } = await startComparisons(document.key, samples);
  const rates = await measure({
    page: { ...service, path: pagesPath + ONE_PAGE },
    chunk: { ...service, path: pagesPath + CHUNK },
    bytes: { ...bare, path: '/page' },
    serialised: { ...bare, path: '/chunk' },
    nest: { ...nest, path: pagesPath + ONE_PAGE },
  });
  report(rates, samples.pageBytes);
} finally {
  await processes.stop();
  await stack.drop();
  await servers.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Starts the documents service as in production, on a database of its own. */
async function startDocumentsService() {
  const port = await freePort();
  const env = {
    ...stack.env,
    PORT: String(port),
    ADMIN_PORT: String(await freePort()),
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
  };
  const main = path.join(ROOT, 'services/documents/dist/main.js');
  execFileSync(process.execPath, [main, 'migrate'], { env: { ...process.env, ...env }, stdio: 'inherit' });
  const { pid } = processes.start([main], env);
  const url = `http://127.0.0.1:${port}/api/document`;
  await waitFor('the documents service', async () => (await fetch(`${url}/upload/`)).status > 0, 60_000);
  return { pid, port, url };
}

/** Saves one page and one chunk of the service for the comparison servers. */
async function saveSamples(url) {
  const call = (query) => fetch(`${url}${query}`, { headers: identityHeader({ userId: OWNER }) });
  const pageFile = path.join(folder, 'page.gz');
  const chunkFile = path.join(folder, 'chunk.json');
  const page = Buffer.from(await (await call(ONE_PAGE)).arrayBuffer());
  await writeFile(pageFile, gzipSync(page));
  await writeFile(chunkFile, await (await call(CHUNK)).text());
  return { pageFile, chunkFile, pageBytes: page.length };
}

async function startComparisons(documentKey, { pageFile, chunkFile }) {
  const barePort = await freePort();
  const nestPort = await freePort();
  const bare = processes.start([
    path.join(ROOT, 'bench/delivery/bare-http.mjs'),
    barePort,
    pageFile,
    chunkFile,
  ]);
  const nest = processes.start(
    [path.join(ROOT, 'bench/delivery/nest-express.mjs'), nestPort, chunkFile, documentKey, OWNER],
    { IDENTITY_SECRET: stack.env.IDENTITY_SECRET, NODE_ENV: 'production' },
  );
  const ready = (child) => waitFor('a server', () => child.output.includes('ready'));
  await Promise.all([ready(bare), ready(nest)]);
  return { bare: { pid: bare.pid, port: barePort }, nest: { pid: nest.pid, port: nestPort } };
}

/** The median rate of each target. Rounds alternate, so that a temporary load on the machine affects all targets. */
async function measure(targets) {
  const found = Object.fromEntries(Object.keys(targets).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, target] of Object.entries(targets)) {
      const headers = {
        ...identityHeader({ userId: OWNER }),
        'accept-encoding': 'gzip',
        'accept-language': 'fa',
      };
      const { perProcessorSecond } = await load({ ...target, headers }, ROUND);
      found[name].push(perProcessorSecond);
    }
  }
  const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  return Object.fromEntries(Object.entries(found).map(([name, values]) => [name, median(values)]));
}

function report(rates, pageBytes) {
  const print = (text) => process.stdout.write(`${text}\n`);
  const rate = (value) => Math.round(value).toLocaleString('en');
  const line = (what, value, other, against, goal) => {
    const ratio = value / other;
    const verdict = ratio >= goal ? 'met' : 'MISSED';
    print(`${what}\n    ${rate(value)} compared with ${rate(other)} of ${against}`);
    print(`    ratio ${ratio.toFixed(2)}, goal at least ${goal}: ${verdict}\n`);
  };
  print(`\nA page has ${pageBytes} bytes of JSON; responses per CPU second:\n`);
  line('One authorised cached page', rates.page, rates.bytes, 'a bare node server with the same bytes', 0.25);
  line('One authorised cached page', rates.page, rates.nest, 'plain Nest on Express with three guards', 3);
  line(
    `A chunk of ${PAGES} pages`,
    rates.chunk,
    rates.serialised,
    'a bare node server that serialises it on each request',
    15,
  );
}
