import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ToolRunner } from '../tools/tool-runner.js';
import { NativeTesseract } from './native-tesseract.js';

const options = { language: 'en' as const, dpi: 300, signal: new AbortController().signal };
const image = Buffer.from('P5 1 1 255 x');
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tessdata-'));
  await writeFile(join(dataDir, 'eng.traineddata'), '');
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** A tool runner whose program ends with this exit code; `seen` records the file it was given. */
const program = (exitCode: number) => {
  const seen: { file: string; bytes: Buffer }[] = [];
  const tools: ToolRunner = {
    run: async (_, [file = '']) => {
      seen.push({ file, bytes: await readFile(file) });
      return { stdout: Buffer.from(''), stderr: 'no', exitCode };
    },
    has: () => Promise.resolve(true),
  };
  return { engine: new NativeTesseract(tools, dataDir), seen };
};

describe('NativeTesseract', () => {
  it.each([
    ['reads a page', 0, 'read'],
    ['fails', 1, 'crashed'],
  ])('passes the page as a file, and removes it when tesseract %s', async (_, exitCode, outcome) => {
    const { engine, seen } = program(exitCode);
    const ended = await engine.recognise(image, options).then(
      () => 'read',
      (error: { reason?: string }) => error.reason,
    );
    expect(ended).toBe(outcome);
    expect(seen.map(({ bytes }) => bytes.equals(image))).toEqual([true]);
    expect(existsSync(seen[0]?.file ?? '')).toBe(false);
  });
});
