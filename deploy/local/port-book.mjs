import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { areFree, choosePort } from './free-port.mjs';
import { waitUntil } from './wait-until.mjs';

/** How long the sockets of a process that just ended may remain. */
const SOCKETS_GONE_MS = 2000;

/**
 * Gives out ports and stores them in `ports.json`, so that a second start uses the same ones. A stored port that
 * another program uses is replaced by a free one.
 *
 * @param {string} dataDir
 * @returns {{ port(name: string, preferred: number, offsets?: number[]): Promise<number> }} see choosePort
 */
export function openPortBook(dataDir) {
  const file = path.join(dataDir, 'ports.json');
  const remembered = readBook(file);
  const taken = new Set();
  return {
    async port(name, preferred, offsets = [0]) {
      if (remembered[name]) {
        const ports = offsets.map((offset) => remembered[name] + offset);
        await waitUntil(() => areFree(ports), { withinMs: SOCKETS_GONE_MS }).catch(() => undefined);
      }
      const port = await choosePort(remembered[name] ?? preferred, taken, offsets);
      if (remembered[name] !== port) {
        remembered[name] = port;
        writeFileSync(file, `${JSON.stringify({ ...readBook(file), ...remembered }, null, 2)}\n`);
      }
      return port;
    },
  };
}

function readBook(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}
