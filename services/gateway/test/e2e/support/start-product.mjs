import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { FakeOpenAiServer } from '@hamkhan/testing/fake-openai-server';
import { FIRST_ACCOUNT } from '@hamkhan/testing/product-access';
import { startProduct } from '../../../../../deploy/local/product.mjs';

const PORT_SHIFT = 1500;

/**
 * Jest's global setup of the browser tests: starts the product that all test files share, with a fake OpenAI server as its
 * translator. Test files run in module registries of their own: they find the product in E2E_PRODUCT, and post new settings of
 * the fake server to E2E_OPENAI_SETTINGS_URL. Jest wants a default export.
 */
export default async function startSharedProduct() {
  const openAi = await FakeOpenAiServer.start();
  const settings = await serveSettings(openAi);
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'hamkhan-product-'));
  const { url, env, stop } = await startProduct({
    dataDir,
    portShift: PORT_SHIFT,
    env: {
      LOG_LEVEL: 'info',
      DEMO_USERNAME: FIRST_ACCOUNT.username,
      DEMO_PASSWORD: FIRST_ACCOUNT.password,
      OPENAI_BASE_URL: openAi.url,
      OPENAI_MODEL_LEVEL1: 'fake-small',
      OPENAI_MODEL_LEVEL2: 'fake-large',
      // Integration tests cover the minute between two codes to one mobile.
      CODE_RESEND_SECONDS: '1',
    },
    given: {},
    onProgress: () => undefined,
  });
  process.env.E2E_PRODUCT = JSON.stringify({ url, env });
  process.env.E2E_OPENAI_SETTINGS_URL = `http://127.0.0.1:${settings.address().port}`;

  globalThis.stopSharedProduct = async () => {
    settings.closeAllConnections();
    settings.close();
    await stop();
    await openAi.close();
    await rm(dataDir, { recursive: true, force: true });
  };
}

async function serveSettings(openAi) {
  const server = createServer((request, response) => {
    json(request).then(
      (settings) => {
        openAi.reset(settings);
        response.end();
      },
      (error) => response.writeHead(500).end(error.stack),
    );
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
