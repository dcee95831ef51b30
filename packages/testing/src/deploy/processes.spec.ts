import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), '../../../../deploy/local');
const load = async <T>(file: string): Promise<T> =>
  (await import(pathToFileURL(join(FOLDER, file)).href)) as T;

describe('processesOf', () => {
  it.each([
    [['services/auth'], ['auth']],
    [['services/pipeline'], ['pipeline', 'pipeline-worker']],
    [
      ['services/ai', 'services/gateway'],
      ['ai', 'gateway'],
    ],
    [['packages/testing'], []],
    [[], []],
  ])('for changes in %j restarts %j', async (changed, names) => {
    const { processesOf } = await load<{ processesOf: (folders: string[]) => string[] }>('processes.mjs');
    expect(processesOf(changed)).toEqual(names);
  });

  it('restarts all for a package that services use', async () => {
    const { PROCESSES, processesOf } = await load<{
      PROCESSES: { name: string }[];
      processesOf: (folders: string[]) => string[];
    }>('processes.mjs');
    expect(processesOf(['packages/platform'])).toEqual(PROCESSES.map(({ name }) => name));
  });
});
