/**
 * Counts the translation requests for a book of 1,000 pages, a tenth of whose text is repeated, with a worker that is killed
 * half-way. Goals: no text is requested twice, and killing the worker repeats only the calls that were running.
 * Run `node bench/translation-count.mjs [pages]`; needs a built repository and starts its own servers and services.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import mongoose from 'mongoose';
import PDFDocument from 'pdfkit';
import { apiClient } from '../deploy/local/api-client.mjs';
import { startProduct } from '../deploy/local/product.mjs';
import { onShutdown } from '../deploy/local/shutdown.mjs';

const PAGES = Number(process.argv[2] ?? 1_000);
const PARAGRAPHS = 10;
/** Number of repeated paragraphs. Each page has one of them, a tenth of its text. */
const REFRAINS = 40;
const CALL_MS = 150;
const TIMEOUT_MS = 40 * 60_000;
const POLL_MS = 500;
const ACCOUNT = { DEMO_USERNAME: 'bench', DEMO_PASSWORD: 'bench-of-hamkhan' };
const WORDS =
  'harbour keeper lantern winter evening captain letter window garden market river bridge soldier doctor village morning silence memory journey mountain'.split(
    ' ',
  );

const { FakeOpenAiServer } = await import('../packages/testing/dist/fake-openai-server.js');

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const sentence = (seed) => {
  const word = (n) => WORDS[(seed * 7 + n * 13 + ((seed * n) % 11)) % WORDS.length];
  return `The ${word(1)} and the ${word(2)} of number ${seed} remembered every ${word(3)} near the old ${word(4)}.`;
};
const paragraph = (seed) => `${sentence(seed)} ${sentence(seed + 500_000)}`;

/** Each page has nine paragraphs of its own, the last of which continues on the next page, and one repeated paragraph. */
async function makeBook() {
  const doc = new PDFDocument({
    size: [420, 595],
    margin: 50,
    autoFirstPage: false,
    info: { Title: 'The counted book' },
  });
  const chunks = [];
  doc.on('data', (chunk) => chunks.push(chunk));
  const ended = new Promise((resolve) => doc.on('end', resolve));
  for (let page = 0; page < PAGES; page += 1) {
    doc.addPage().font('Times-Roman').fontSize(10);
    const texts = Array.from({ length: PARAGRAPHS }, (_, n) => paragraph(page * PARAGRAPHS + n + 1));
    texts[4] = `In the words of the song: ${paragraph(900_000 + (page % REFRAINS))}`;
    texts[9] = `On the evening of the day with the number ${page + 1} the keeper of the old light house went down to`;
    if (page > 0) texts[0] = `the water with the number ${page} and waited there for a ship. Nothing came.`;
    for (const text of texts) doc.text(text, { paragraphGap: 9 });
  }
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}

async function until(what, ready) {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    const found = await ready();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`timeout while waiting for ${what}`);
    await pause(POLL_MS);
  }
}

/**
 * Suspends the worker, lets the server answer open requests, then kills the worker. A call counts as running if the
 * translation memory does not have its result.
 * @returns {Promise<{ before: number, running: import('../packages/testing/dist/fake-openai-server.js').ReceivedRequest[] }>}
 *   the number of requests answered so far, and those that were running
 */
async function killInTheMiddle({ env, processes }) {
  const worker = processes['pipeline-worker'].child;
  worker.kill('SIGSTOP');
  do await pause(4 * CALL_MS);
  while (translator.running() > 0);
  const mongo = await new mongoose.mongo.MongoClient(env.MONGODB_URI).connect();
  const memory = mongo.db('hamkhan_pipeline').collection('translation_memory');
  const rows = await memory.find({}, { projection: { level: 1, text: 1 } }).toArray();
  await mongo.close();
  worker.kill('SIGKILL');
  const kept = new Set(rows.map(({ level, text }) => `${level} ${text}`));
  const answered = [...translator.requests];
  const isKept = ({ model, items }) => {
    const level = 1 + translator.settings.models.indexOf(model);
    return items.every(({ text }) => kept.has(`${level} ${text}`));
  };
  return { before: answered.length, running: answered.filter((request) => !isKept(request)) };
}

/** The paid units of a request: a text at a level, with the glossary terms that occur in it. */
function* unitsOf({ model, user, items }) {
  const { glossary = [] } = JSON.parse(user);
  for (const { text } of items) {
    const lower = text.toLowerCase();
    const terms = glossary.filter(({ term }) => lower.includes(term.toLowerCase())).map(({ term }) => term);
    yield JSON.stringify([model, text, terms]);
  }
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'hamkhan-bench-'));
const translator = await FakeOpenAiServer.start({ latencyMs: CALL_MS });
const product = await startProduct({
  dataDir,
  portShift: 740,
  env: {
    OPENAI_BASE_URL: translator.url,
    OPENAI_API_KEY: 'bench',
    OPENAI_MODEL_LEVEL1: translator.settings.models[0],
    OPENAI_MODEL_LEVEL2: translator.settings.models[1],
    OPENAI_PRICES_LEVEL1: '0.25/2',
    OPENAI_PRICES_LEVEL2: '1.25/10',
    LOG_LEVEL: 'warn',
    ...ACCOUNT,
  },
  onStopper: onShutdown,
  onProgress: ({ part, text }) => process.stdout.write(`${part}: ${text}\n`),
});
try {
  const api = apiClient(product.url);
  await api.signIn(ACCOUNT.DEMO_USERNAME, ACCOUNT.DEMO_PASSWORD);
  const form = new FormData();
  form.set('language', 'en');
  form.set('file', new Blob([await makeBook()], { type: 'application/pdf' }), 'counted.pdf');
  const { id } = await api.post('document/upload/', form);
  const row = async () => {
    const { documents } = await api.get('document/user/document/list/?per_page=10');
    return documents.find((document) => document.id === id);
  };
  await until('half of the book', async () => (await row()).translated_level2_pages >= PAGES / 2);
  const { before, running } = await killInTheMiddle(product);
  await until('the whole book', async () => (await row()).status === 'translated');

  const count = (requests) => {
    const times = new Map();
    for (const request of requests)
      for (const unit of unitsOf(request)) times.set(unit, (times.get(unit) ?? 0) + 1);
    return times;
  };
  const early = count(translator.requests.slice(0, before));
  const late = translator.requests.slice(before);
  const twice = [...early.values(), ...count(late).values()].filter((times) => times > 1).length;
  const interrupted = count(running);
  const repeated = [...count(late).keys()].filter((unit) => early.has(unit));
  const needless = repeated.filter((unit) => !interrupted.has(unit)).length;
  const all = count(translator.requests);
  const refrains = [...all.keys()].filter((unit) => unit.includes('In the words of the song')).length;
  const cost = await api.get(`document/translation-cost/${id}/`);
  process.stdout.write(
    [
      '',
      `${PAGES} pages, ${translator.requests.length} requests, ${all.size} texts at both levels`,
      `repeated paragraphs: ${refrains} requested, for ${PAGES * 2} places`,
      `requested twice without a crash   ${twice}   goal 0: ${twice === 0 ? 'met' : 'MISSED'}`,
      `requested again after the crash   ${repeated.length}; ${interrupted.size} texts were in ${running.length} running calls`,
      `requested again without a running call   ${needless}   goal 0: ${needless === 0 ? 'met' : 'MISSED'}`,
      `cost ${cost.spent.cost?.toFixed(4)} ${cost.currency}, estimated ${cost.estimate?.cost?.toFixed(4)}`,
      '',
    ].join('\n'),
  );
} finally {
  await product.stop();
  await translator.close();
  await rm(dataDir, { recursive: true, force: true });
}
