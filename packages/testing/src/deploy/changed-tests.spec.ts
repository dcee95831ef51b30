import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';

const MODULE = join(dirname(fileURLToPath(import.meta.url)), '../../../../deploy/local/changed-tests.mjs');
const SERVICE = 'services/documents/src/features/shelf/shelf.service.ts';
const SERVICE_SPEC = 'services/documents/src/features/shelf/placement.domain.spec.ts';
const PROCESS_SPEC = 'services/gateway/test/integration/routing.int-spec.ts';
const DEPLOY_SPEC = 'packages/testing/src/deploy/compose.spec.ts';
const REPOSITORY = [SERVICE, SERVICE_SPEC, PROCESS_SPEC, DEPLOY_SPEC, 'web/src/main.tsx', 'README.md'];

type SelectTests = (files: string[], listFiles: () => Promise<string[]>) => Promise<Map<string, string[]>>;

describe('the tests that a change can touch', () => {
  let select: (...files: string[]) => Promise<Record<string, string[]>>;

  beforeAll(async () => {
    const { selectTests } = (await import(pathToFileURL(MODULE).href)) as { selectTests: SelectTests };
    select = async (...files) =>
      Object.fromEntries(await selectTests(files, () => Promise.resolve(REPOSITORY)));
  });

  it('are none for prose', async () => {
    expect(await select('README.md', 'docs/testing.md')).toEqual({});
  });

  it('are all for a change of the set-up or of the dependencies', async () => {
    const projects = ['corpus', 'e2e', 'faults', 'integration', 'unit', 'web'];
    for (const file of ['package-lock.json', 'jest.config.mjs', 'deploy/local/product.mjs']) {
      const selected = await select(file);
      expect(Object.keys(selected).sort()).toEqual(projects);
      expect(Object.values(selected).flat()).toEqual([]);
    }
  });

  it('are those that import the file, and all that start the product, for a source file of a service', async () => {
    const related = ['--findRelatedTests', SERVICE, PROCESS_SPEC, DEPLOY_SPEC];
    expect(await select(SERVICE)).toEqual({
      integration: related,
      unit: related,
      web: related,
      corpus: related,
      e2e: [],
      faults: [],
    });
  });

  it('are the spec itself, and no product, for a change of a spec', async () => {
    const selected = await select(SERVICE_SPEC);
    expect(selected.unit).toEqual(['--findRelatedTests', SERVICE_SPEC, DEPLOY_SPEC]);
    expect(selected.e2e).toEqual(selected.unit);
  });

  it('are those in the browser, but no faults, for the web', async () => {
    const selected = await select('web/src/main.tsx');
    expect(selected.e2e).toEqual([]);
    expect(selected.faults).toContain('--findRelatedTests');
  });

  it('are all of a workspace for a file in it that is no code', async () => {
    expect((await select('services/documents/templates/mail.html')).unit).toContain(SERVICE_SPEC);
  });
});
