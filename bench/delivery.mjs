/**
 * What delivering a page costs: `npm run bench:delivery`. Uses the servers in the environment, or starts its own.
 *
 * Each server has one core to itself (taskset, where there is one) and is the product's own process with its consumer and relay running.
 * Rounds alternate between the servers; a rate is answers for each second of processor time the server used, which is what
 * one core answers when it does nothing else and does not depend on who else uses the machine.
 *
 * Prints three ratios with their goals; says MISSED where one is not met, and ends with 0 all the same.
 */
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildTypescript } from '../deploy/local/build-typescript.mjs';
import { startServers } from '../deploy/local/servers.mjs';
import { load } from './delivery/load.mjs';

const ROOT = path.resolve(import.meta.dirname, '..');
const PAGES = 100;
const ROUNDS = 3;
const ROUND = { seconds: 3, connections: 16 };
const OWNER = '64a000000000000000000001';

const ENGLISH = [
  'the', 'movement', 'of', 'planets', 'and', 'light', 'which', 'a', 'reader', 'follows', 'through', 'pages',
  'measured', 'with', 'patience', 'by', 'those', 'who', 'came', 'before', 'us', 'in', 'other', 'languages',
]; // prettier-ignore
const PERSIAN = [
  'حرکت', 'سیاره‌ها', 'و', 'نور', 'که', 'خواننده', 'از', 'میان', 'صفحه‌ها', 'پی', 'می‌گیرد', 'با', 'شکیبایی',
  'اندازه‌گیری', 'شده', 'به', 'دست', 'کسانی', 'پیش', 'ما', 'در', 'زبان‌های', 'دیگر', 'بوده‌اند',
]; // prettier-ignore

const folder = await mkdtemp(path.join(tmpdir(), 'hamkhan-bench-'));
const children = [];
const hasTaskset = availableParallelism() > 1 && succeeds('taskset', ['-c', '0', 'true']);
if (hasTaskset) execFileSync('taskset', ['-cp', '1', String(process.pid)], { stdio: 'ignore' });

await buildTypescript();
const servers = await startServers({ dataDir: path.join(folder, 'data'), portShift: 800 });
Object.assign(process.env, servers.env);
const { TestStack, freePort } = await import('../packages/testing/dist/test-stack.js');
const { KafkaProbe } = await import('../packages/testing/dist/kafka-probe.js');
const { identityHeader } = await import('../packages/testing/dist/service-harness.js');
const { waitFor } = await import('../packages/testing/dist/wait-for.js');
const stack = await TestStack.create();
try {
  await run();
} finally {
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(
    children.map((child) => child.exitCode ?? new Promise((done) => child.once('exit', done))),
  );
  await stack.drop();
  await servers.stop();
  await rm(folder, { recursive: true, force: true });
}

async function run() {
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
  const service = start([main], env);
  const url = `http://127.0.0.1:${port}/api/document`;
  await waitFor('the documents service', async () => (await fetch(`${url}/upload/`)).status > 0, 60_000);

  const document = await makeDocument(url);
  const call = (query) =>
    fetch(`${url}/pages/${document.key}/${query}`, { headers: identityHeader({ userId: OWNER }) });
  const pageFile = path.join(folder, 'page.gz');
  const chunkFile = path.join(folder, 'chunk.json');
  const plain = Buffer.from(await (await call('?page=50&per_page=1')).arrayBuffer());
  await writeFile(pageFile, gzipSync(plain));
  await writeFile(chunkFile, await (await call(`?page=1&per_page=${PAGES}`)).text());

  const barePort = await freePort();
  const bare = start([path.join(ROOT, 'bench/delivery/bare-http.mjs'), barePort, pageFile, chunkFile]);
  const nestPort = await freePort();
  const nest = start(
    [path.join(ROOT, 'bench/delivery/nest-express.mjs'), nestPort, chunkFile, document.key, OWNER],
    { IDENTITY_SECRET: stack.env.IDENTITY_SECRET, NODE_ENV: 'production' },
  );
  await Promise.all([ready(bare), ready(nest)]);

  const ours = (query) => ({ pid: service.pid, port, path: `/api/document/pages/${document.key}/${query}` });
  const onePage = '?page=50&per_page=1';
  const rates = await measure({
    page: ours(onePage),
    chunk: ours(`?page=1&per_page=${PAGES}`),
    bytes: { pid: bare.pid, port: barePort, path: '/page' },
    serialised: { pid: bare.pid, port: barePort, path: '/chunk' },
    nest: { pid: nest.pid, port: nestPort, path: `/api/document/pages/${document.key}/${onePage}` },
  });

  const print = (text) => process.stdout.write(`${text}\n`);
  const line = (what, value, other, against, goal) => {
    const ratio = value / other;
    const verdict = ratio >= goal ? 'met' : 'MISSED';
    print(`${what}\n    ${rate(value)} against ${rate(other)} of ${against}`);
    print(`    ratio ${ratio.toFixed(2)}, goal at least ${goal}: ${verdict}\n`);
  };
  print(`\nA page has ${plain.length} bytes of JSON; answers a second of one core:\n`);
  line(
    'One authorised warm page, against bytes',
    rates.page,
    rates.bytes,
    'a bare node server that sends the same bytes',
    0.25,
  );
  line(
    'One authorised warm page, against Nest',
    rates.page,
    rates.nest,
    'plain Nest on Express with three guards',
    3,
  );
  line(
    `A chunk of ${PAGES} pages`,
    rates.chunk,
    rates.serialised,
    'a bare node server that serialises it at each request',
    15,
  );
}

/** Rounds alternate, so that what slows the machine down for a while slows all of them down; the median counts. */
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

/** A translated document as the pipeline would make it: 100 pages of prose, a picture on each tenth. */
async function makeDocument(url) {
  const form = new FormData();
  form.set('language', 'en');
  form.set('file', new Blob([`%PDF-1.7 ${randomBytes(32).toString('hex')}`]), 'bench.pdf');
  const headers = identityHeader({ userId: OWNER });
  const uploaded = await (await fetch(`${url}/upload/`, { method: 'POST', body: form, headers })).json();
  const documentId = uploaded.id;
  const probe = new KafkaProbe(stack);
  const facts = { documentId, totalPages: PAGES, title: 'Bench', authors: [], year: null };
  await probe.publish(probe.event('pipeline.document.inspected', facts, 1));
  for (let pageNumber = 0; pageNumber < PAGES; pageNumber += 1) {
    const at = { documentId, pageNumber };
    const content = { items: prose(documentId, pageNumber, ENGLISH), page_info: { page_type: 'text' } };
    const level = (n) => ({ ...at, level: n, content: { items: prose(documentId, pageNumber, PERSIAN) } });
    await probe.publish(
      probe.event('pipeline.page.converted', { ...at, content, imageKey: null }, 1),
      probe.event('pipeline.page.translated', level(1), 2),
      probe.event('pipeline.page.translated', level(2), 3),
    );
  }
  await probe.close();
  await waitFor(
    'the pages',
    async () => {
      const answer = await fetch(`${url}/metadata/${documentId}/`, {
        headers: identityHeader({ userId: OWNER }),
      });
      return (await answer.json()).metadata.status === 'translated';
    },
    120_000,
  );
  return uploaded;
}

function prose(documentId, pageNumber, words) {
  let state = pageNumber * 7_919 + 13;
  const next = () => (state = (state * 48_271) % 0x7fffffff);
  const sentence = () => Array.from({ length: 60 }, () => words[next() % words.length]).join(' ');
  const items = Array.from({ length: 8 }, (_, n) => ({
    id: `${pageNumber}-${n}`,
    type: 'text',
    content: sentence(),
  }));
  if (pageNumber % 10 !== 0) return items;
  const src = `images/${documentId}/${pageNumber.toString(16).padStart(64, '0')}.png`;
  return [...items, { id: `${pageNumber}-f`, type: 'figure', content: '', src }];
}

function start(args, env = {}) {
  const command = [process.execPath, ...args.map(String)];
  const [program, ...rest] = hasTaskset ? ['taskset', '-c', '0', ...command] : command;
  const child = spawn(program, rest, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  child.output = '';
  child.stdout.on('data', (data) => (child.output = (child.output + String(data)).slice(-1_000)));
  return child;
}

function ready(child) {
  return waitFor('a server', () => child.output.includes('ready'));
}

function succeeds(program, args) {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function rate(value) {
  return Math.round(value).toLocaleString('en');
}
