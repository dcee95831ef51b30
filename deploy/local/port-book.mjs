import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { choosePort } from './free-port.mjs';

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
    async port(name, wished, offsets) {
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
