import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { choosePort } from './free-port.mjs';

/**
 * Gives out ports and remembers them in `ports.json`, so that a second start finds everything where it was. A
 * remembered port that somebody else took meanwhile is replaced by a free one.
 *
 * @param {string} dataDir
 * @returns {Promise<{ port(name: string, wished: number): Promise<number>, save(): Promise<void> }>}
 */
export async function openPortBook(dataDir) {
  const file = path.join(dataDir, 'ports.json');
  const remembered = await readFile(file, 'utf8').then(JSON.parse, () => ({}));
  const taken = new Set();
  return {
    async port(name, wished) {
      remembered[name] = await choosePort(remembered[name] ?? wished, taken);
      return remembered[name];
    },
    save: () => writeFile(file, `${JSON.stringify(remembered, null, 2)}\n`),
  };
}
