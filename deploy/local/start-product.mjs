import path from 'node:path';
import { demoAccount } from './demo-account.mjs';
import { startProduct } from './product.mjs';
import { findLocalModelServer } from './local-model-server.mjs';
import { printFailure, printProgress, secondsSince } from './progress.mjs';
import { dataFolder } from './repository.mjs';
import { seed } from './seed.mjs';
import { isShuttingDown, onShutdown, shutDown, stopInOrder } from './shutdown.mjs';
import { StartError } from './start-error.mjs';
import { translatorText } from './translator-text.mjs';

/**
 * The second half of `npm start`, under the pinned Node: servers, services, the demo account and the sample book; then
 * it prints the address and the password. Its first argument is when the start began, in milliseconds since the epoch.
 */
async function startAndReport(began, { watches }) {
  const dataDir = dataFolder();
  const account = await demoAccount(dataDir);
  const local = await findLocalModelServer(process.env);
  const product = await startProduct({
    dataDir,
    port: chosenPort(),
    portShift: Number(process.env.HAMKHAN_PORT_SHIFT || 0),
    env: { ...account.env, ...local?.env },
    onStopper: onShutdown,
    onProgress: printProgress,
  });
  await seed({ url: product.url, account, dataDir, onProgress: printProgress }).catch((error) => {
    printProgress({ part: 'Sample book', text: `not added: ${error.message}`, state: 'failed' });
  });
  const url = watches ? await watchFrom(product) : product.url;
  process.stdout.write(`
  Open        ${url}
  Sign in as  ${account.username}   password  ${account.password}

  ${translatorText({ ...process.env, ...local?.env }, local).replaceAll('\n', '\n  ')}

  Logs are in ${path.join(dataDir, 'logs')}. Started in ${secondsSince(began)}. Ctrl-C stops everything.
`);
}

/** Vite is a development dependency; only the watch mode loads it. */
async function watchFrom(product) {
  const { watchSources } = await import('./watch-sources.mjs');
  return watchSources({ product, onStopper: onShutdown, onProgress: printProgress });
}

function chosenPort() {
  if (!process.env.HAMKHAN_PORT) return undefined;
  const port = Number(process.env.HAMKHAN_PORT);
  if (Number.isInteger(port) && port > 0 && port < 65536) return port;
  throw new StartError('Gateway', `HAMKHAN_PORT is not a port: ${process.env.HAMKHAN_PORT}`, {
    toDo: 'give a number from 1 to 65535',
  });
}

stopInOrder();
try {
  const [began = Date.now(), ...args] = process.argv.slice(2);
  await startAndReport(Number(began), { watches: args.includes('--watch') });
} catch (error) {
  if (!isShuttingDown()) printFailure(error);
  await shutDown(1);
}
