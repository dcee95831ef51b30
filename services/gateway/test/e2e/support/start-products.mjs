import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { FakeOpenAiServer } from '@hamkhan/testing/fake-openai-server';
import { FIRST_ACCOUNT } from '@hamkhan/testing/product-access';
import { startProduct } from '../../../../../deploy/local/product.mjs';

/** Products that test files share; each is started by the first file that needs it. */
const PRODUCTS = {
  /** With a translator. */
  translating: {
    portShift: 1500,
    env: (openAi) => ({
      OPENAI_BASE_URL: openAi.url,
      OPENAI_MODEL_LEVEL1: 'fake-small',
      OPENAI_MODEL_LEVEL2: 'fake-large',
    }),
  },
  /** Without a translator, and with a short pause between two codes to one mobile: integration tests cover the minute. */
  plain: { portShift: 1900, env: () => ({ CODE_RESEND_SECONDS: '1' }) },
};

/**
 * Jest's global setup of the browser tests. Test files run in module registries of their own, so they reach the shared
 * products over HTTP: `POST /products/<name>` starts one and returns its address and settings, `POST /openai` changes the
 * settings of the fake OpenAI server. Jest wants a default export.
 */
export default async function startKeeper() {
  const openAi = await FakeOpenAiServer.start();
  const started = new Map();
  const productOf = (name) => {
    if (!started.has(name)) started.set(name, start(PRODUCTS[name], openAi));
    return started.get(name);
  };
  const handle = async (request) => {
    const [, kind, name] = request.url.split('/');
    if (kind === 'openai') return void openAi.reset(await json(request));
    const { product } = await productOf(name);
    return { url: product.url, env: product.env };
  };
  const server = createServer((request, response) => {
    handle(request).then(
      (body = {}) => response.end(JSON.stringify(body)),
      (error) => response.writeHead(500).end(error.stack),
    );
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  process.env.E2E_KEEPER_URL = `http://127.0.0.1:${server.address().port}`;

  globalThis.stopE2eProducts = async () => {
    server.closeAllConnections();
    server.close();
    await Promise.all([...started.values()].map(async (one) => (await one).stop()));
    await openAi.close();
  };
}

async function start({ portShift, env }, openAi) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'hamkhan-product-'));
  const product = await startProduct({
    dataDir,
    portShift,
    env: {
      LOG_LEVEL: 'info',
      DEMO_USERNAME: FIRST_ACCOUNT.username,
      DEMO_PASSWORD: FIRST_ACCOUNT.password,
      ...env(openAi),
    },
    given: {},
    onProgress: () => undefined,
  });
  const stop = async () => {
    await product.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { product, stop };
}
