/**
 * Measures the time from the upload of a 300-page PDF to its first translated page, with a fake translator that takes one
 * second per call. Goal: under 5 s. Run `npm run bench:first-page`; needs a built repository and starts its own servers.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { apiClient } from '../deploy/local/api-client.mjs';
import { startProduct } from '../deploy/local/product.mjs';
import { onShutdown } from '../deploy/local/shutdown.mjs';

const PAGES = 300;
const CALL_MS = 1_000;
const GOAL_S = 5;
const TIMEOUT_MS = 120_000;
const POLL_MS = 50;
const ACCOUNT = { DEMO_USERNAME: 'bench', DEMO_PASSWORD: 'bench-of-hamkhan' };

const { makeLongPdf } = await import('../packages/testing/dist/fixtures/make-long-pdf.js');
const { FakeOpenAiServer } = await import('../packages/testing/dist/fake-openai-server.js');

const seconds = (ms) => `${(ms / 1_000).toFixed(2)} s`;

async function until(what, ready) {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    const found = await ready();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`timeout while waiting for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'hamkhan-bench-'));
const translator = await FakeOpenAiServer.start({ latencyMs: CALL_MS });
const product = await startProduct({
  dataDir,
  portShift: 700,
  env: {
    OPENAI_BASE_URL: translator.url,
    OPENAI_API_KEY: 'bench',
    OPENAI_MODEL_LEVEL1: translator.settings.models[0],
    OPENAI_MODEL_LEVEL2: translator.settings.models[1],
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
  form.set('file', new Blob([await makeLongPdf(PAGES)], { type: 'application/pdf' }), 'long.pdf');

  const began = performance.now();
  const { key } = await api.post('document/upload/', form);
  const uploaded = performance.now() - began;
  const pageWith = (field) =>
    until(field, async () => {
      const { current_page: page } = await api.get(`document/metadata/${key}/?with_page=1`);
      return page?.[field] ? performance.now() - began : null;
    });
  const original = await pageWith('content');
  const draft = await pageWith('translated_content');
  const polished = await pageWith('translated_content_level2');
  process.stdout.write(
    [
      '',
      `upload of ${PAGES} pages answered after   ${seconds(uploaded)}`,
      `page 1 readable in the original   ${seconds(original)}`,
      `page 1 translated (version 1)     ${seconds(draft)}   goal under ${GOAL_S} s: ${draft < GOAL_S * 1_000 ? 'met' : 'MISSED'}`,
      `page 1 translated (version 2)     ${seconds(polished)}`,
      '',
    ].join('\n'),
  );
} finally {
  await product.stop();
  await translator.close();
  await rm(dataDir, { recursive: true, force: true });
}
