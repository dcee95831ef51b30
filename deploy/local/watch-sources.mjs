import { watch } from 'node:fs';
import path from 'node:path';
import { createServer } from 'vite';
import { buildTypescript, workspaces } from './build-typescript.mjs';
import { processesOf } from './processes.mjs';
import { secondsSince } from './progress.mjs';
import { ROOT } from './repository.mjs';

/** An editor writes a file in several steps, and a branch switch writes many files. */
const SETTLE_MS = 200;

/**
 * The watch mode of `npm run dev`: compiles changed packages and services and restarts the processes that use them, and
 * serves the web through Vite with hot reload, with `/api` proxied to the gateway.
 *
 * @param {{ product: import('./product.mjs').Product, onStopper: (stop: () => Promise<void>) => void,
 *   onProgress: import('./progress.mjs').OnProgress }} options
 * @returns {Promise<string>} the address of the web
 */
export async function watchSources({ product, onStopper, onProgress }) {
  const folders = await workspaces();
  let timer;
  let work = Promise.resolve();
  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      work = work.then(() => rebuild(product, onProgress));
    }, SETTLE_MS);
  };
  const watchers = folders.map((folder) => watch(path.join(folder, 'src'), { recursive: true }, schedule));
  const web = await createServer({
    root: path.join(ROOT, 'web'),
    configFile: path.join(ROOT, 'web', 'vite.config.ts'),
    logLevel: 'warn',
    server: { proxy: { '/api': { target: product.url } } },
  });
  onStopper(async () => {
    clearTimeout(timer);
    for (const one of watchers) one.close();
    await web.close();
  });
  await web.listen();
  return web.resolvedUrls.local[0];
}

async function rebuild(product, onProgress) {
  const began = Date.now();
  const part = 'Change';
  try {
    const { changed } = await buildTypescript();
    const names = processesOf(changed);
    await Promise.all(
      names.map(async (name) => {
        await product.processes[name].stop();
        await product.processes[name].start();
      }),
    );
    if (names.length > 0) {
      onProgress({ part, text: `restarted ${names.join(', ')} (${secondsSince(began)})`, state: 'done' });
    }
  } catch (error) {
    // swc adds a native stack after the message.
    const [message] = error.message.split('\n\nCaused by:');
    onProgress({ part, text: `${message.trim()}\nSave a correction to try again.`, state: 'failed' });
  }
}
