import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';

const MODULE = join(
  dirname(fileURLToPath(import.meta.url)),
  '../../../../deploy/local/requirements-table.mjs',
);

type PassedTest = { title: string; file: string };
type RequirementsTable = (tests: PassedTest[]) => Promise<string>;

describe('requirementsTable', () => {
  let requirementsTable: RequirementsTable;

  beforeAll(async () => {
    const loaded = (await import(pathToFileURL(MODULE).href)) as { requirementsTable: RequirementsTable };
    requirementsTable = loaded.requirementsTable;
  });

  const rowOf = (table: string, id: string): string | undefined =>
    table.split('\n').find((line) => line.startsWith(`| ${id} |`));

  it('marks a requirement that no test names as open', async () => {
    expect(rowOf(await requirementsTable([]), 'ACC-LOGIN-01')).toMatch(
      /^\| ACC-LOGIN-01 \| .+ \| open \| {2}\|$/,
    );
  });

  it('names the tests of a requirement, without tags', async () => {
    const table = await requirementsTable([
      { title: 'login [ACC-LOGIN-01] [ACC-LOGIN-02] shows a|b', file: 'x.ts' },
    ]);
    expect(rowOf(table, 'ACC-LOGIN-01')).toContain('| done | login shows a\\|b (x.ts) |');
    expect(rowOf(table, 'ACC-LOGIN-02')).toContain('| done |');
    expect(table).toContain('2 done, 0 partial,');
  });

  it('marks a requirement as partial until a test covers all of it', async () => {
    const part = { title: '[ACC-LOGIN-01:partial] a part', file: 'x.ts' };
    const whole = { title: 'the whole [ACC-LOGIN-01]', file: 'y.ts' };
    expect(rowOf(await requirementsTable([part]), 'ACC-LOGIN-01')).toContain('| partial | a part (x.ts) |');
    expect(rowOf(await requirementsTable([part, whole]), 'ACC-LOGIN-01')).toContain(
      '| done | the whole (y.ts) |',
    );
  });

  it('keeps a requirement partial, with the reason, while docs/requirements.csv names a missing part', async () => {
    const table = await requirementsTable([{ title: 'the whole [RDR-READER-34]', file: 'x.ts' }]);
    expect(rowOf(table, 'RDR-READER-34')).toMatch(/ Missing: .+\. \| partial \| the whole \(x\.ts\) \|$/);
  });

  it('throws for a tag of an unknown requirement', async () => {
    await expect(requirementsTable([{ title: 'x [ACC-LOGIN-999]', file: 'x.ts' }])).rejects.toThrow(
      'ACC-LOGIN-999',
    );
  });
});
