import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { areFree, choosePort } from './free-port.mjs';
import { waitUntil } from './wait-until.mjs';

/** So long the sockets of a process that has just been ended may still be there. */
const SOCKETS_GONE_MS = 2000;

/**
 * Gives out ports and remembers them in `ports.json`, so that a second start finds everything where it was. A
 * remembered port that somebody else took meanwhile is replaced by a free one.
 *
 * @param {string} dataDir
 * @returns {{ port(name: string, wished: number, offsets?: number[]): Promise<number> }} see choosePort
 */
export function openPortBook(dataDir) {
  const file = path.join(dataDir, 'ports.json');
  const remembered = readBook(file);
  const taken = new Set();
  return {
    async port(name, wished, offsets = [0]) {
      if (remembered[name]) {
        const ports = offsets.map((offset) => remembered[name] + offset);
        await waitUntil(() => areFree(ports), { withinMs: SOCKETS_GONE_MS }).catch(() => undefined);
      }
      const port = await choosePort(remembered[name] ?? wished, taken, offsets);
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
