/**
 * `npm start`: from a bare clone to one URL. Needs Node 20 or newer and the package registries, nothing else; the first
 * start takes minutes, later ones seconds. Ctrl-C stops every process that was started. With `--watch`, which is
 * `npm run dev`, changed services are compiled and restarted, and the web comes from Vite with hot reload.
 *
 * Settings, all optional, from the environment:
 *   HAMKHAN_PORT       the port of the one URL (8080, or the next free one)
 *   HAMKHAN_DATA       where data, logs and secrets are kept (.data)
 *   HAMKHAN_PORT_SHIFT added to every preferred port, to run two copies side by side (0)
 *   XDG_CACHE_HOME     where downloaded servers are kept: its subfolder hamkhan (~/.cache)
 *   MONGODB_URI, KAFKA_BROKERS (with KAFKA_USERNAME and KAFKA_PASSWORD), REDIS_URL, S3_ENDPOINT with S3_ACCESS_KEY
 *   and S3_SECRET_KEY
 *                      servers of yours, used instead of starting one
 *   HAMKHAN_LOCAL_MODELS off: an Ollama or LM Studio on this machine is not used for translating
 *   LOG_LEVEL          of the services (info)
 * Every other variable reaches the services; the README lists theirs.
 */
import path from 'node:path';
import { prepare } from './prepare.mjs';
import { printFailure, printProgress } from './progress.mjs';
import { PINNED_NODE, ROOT } from './repository.mjs';
import { runInForeground } from './run-in-foreground.mjs';
import { isShuttingDown, shutDown, stopInOrder } from './shutdown.mjs';

stopInOrder();
const began = Date.now();
process.stdout.write('Hamkhan is starting. Ctrl-C stops it.\n\n');
try {
  await prepare({ onProgress: printProgress });
  await runInForeground(PINNED_NODE, [
    path.join(ROOT, 'deploy/local/start-product.mjs'),
    String(began),
    ...process.argv.slice(2),
  ]);
} catch (error) {
  if (!isShuttingDown()) printFailure(error);
  await shutDown(1);
}
