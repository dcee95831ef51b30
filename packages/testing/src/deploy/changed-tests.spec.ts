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

describe('selectTests', () => {
  let select: (...files: string[]) => Promise<Record<string, string[]>>;

  beforeAll(async () => {
    const { selectTests } = (await import(pathToFileURL(MODULE).href)) as { selectTests: SelectTests };
    select = async (...files) =>
      Object.fromEntries(await selectTests(files, () => Promise.resolve(REPOSITORY)));
  });

  it('selects none for Markdown files', async () => {
    expect(await select('README.md', 'docs/testing.md')).toEqual({});
  });

  it('selects all projects for the set-up and the dependencies', async () => {
    const projects = ['corpus', 'e2e', 'faults', 'integration', 'unit', 'web'];
    for (const file of ['package-lock.json', 'jest.config.mjs', 'deploy/local/product.mjs']) {
      const selected = await select(file);
      expect(Object.keys(selected).sort()).toEqual(projects);
      expect(Object.values(selected).flat()).toEqual([]);
    }
  });

  it('selects the tests that import a source file of a service, and all that start the product', async () => {
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

  it('selects only the spec itself for a spec', async () => {
    const selected = await select(SERVICE_SPEC);
    expect(selected.unit).toEqual(['--findRelatedTests', SERVICE_SPEC, DEPLOY_SPEC]);
    expect(selected.e2e).toEqual(selected.unit);
  });

  it('selects all browser tests, but not all fault tests, for a file of the web', async () => {
    const selected = await select('web/src/main.tsx');
    expect(selected.e2e).toEqual([]);
    expect(selected.faults).toContain('--findRelatedTests');
  });

  it('selects all tests of a workspace for a file that is not code', async () => {
    expect((await select('services/documents/templates/mail.html')).unit).toContain(SERVICE_SPEC);
  });
});
