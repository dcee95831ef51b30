import { afterEach, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

type Found = { name: string; model: string; env: Record<string, string> } | null;
const MODULE = join(
  dirname(fileURLToPath(import.meta.url)),
  '../../../../deploy/local/local-model-server.mjs',
);
const { findLocalModelServer } = (await import(pathToFileURL(MODULE).href)) as {
  findLocalModelServer: (
    env: Record<string, string | undefined>,
    servers: { name: string; port: number }[],
  ) => Promise<Found>;
};

const open: Server[] = [];
/** Starts a server on a free port that answers `GET /v1/models` with `answer`. */
async function serve(name: string, answer: string): Promise<{ name: string; port: number }> {
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/v1/models' ? 200 : 404).end(answer);
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { name, port: (server.address() as AddressInfo).port };
}
const models = (...ids: string[]): string =>
  JSON.stringify({ object: 'list', data: ids.map((id) => ({ id })) });

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

describe('findLocalModelServer', () => {
  it('selects the largest text model for both levels', async () => {
    const server = await serve('Ollama', models('nomic-embed-text', 'qwen3:8b', 'llama3.1:70b-instruct-q4'));
    const model = 'llama3.1:70b-instruct-q4';
    expect(await findLocalModelServer({}, [server])).toEqual({
      name: 'Ollama',
      model,
      env: {
        OPENAI_BASE_URL: `http://127.0.0.1:${server.port}/v1`,
        OPENAI_MODEL_LEVEL1: model,
        OPENAI_MODEL_LEVEL2: model,
      },
    });
  });

  it('keeps models that the environment names', async () => {
    const server = await serve('Ollama', models('gemma3:4b'));
    const found = await findLocalModelServer({ OPENAI_MODEL_LEVEL2: 'gemma3:27b' }, [server]);
    expect(found?.env).toMatchObject({ OPENAI_MODEL_LEVEL1: 'gemma3:4b', OPENAI_MODEL_LEVEL2: 'gemma3:27b' });
  });

  it.each([
    ['is no model server', '<html>'],
    ['has no models', models()],
    ['has no text models', models('bge-m3', 'whisper-large')],
  ])('skips a server that %s', async (_, answer) => {
    const servers = [await serve('Other', answer), await serve('LM Studio', models('aya-expanse'))];
    expect(await findLocalModelServer({}, servers)).toMatchObject({
      name: 'LM Studio',
      model: 'aya-expanse',
    });
  });

  it('returns null when no server listens', async () => {
    const { name, port } = await serve('gone', '');
    await new Promise((resolve) => open.pop()?.close(resolve));
    expect(await findLocalModelServer({}, [{ name, port }])).toBeNull();
  });

  it.each([
    { OPENAI_API_KEY: 'key' },
    { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' },
    { OFFLINE_MODEL_DIR: '/models' },
    { HAMKHAN_LOCAL_MODELS: 'off' },
  ])('does not search when %o is set', async (env) => {
    expect(await findLocalModelServer(env, [await serve('Ollama', models('gemma3'))])).toBeNull();
  });
});
