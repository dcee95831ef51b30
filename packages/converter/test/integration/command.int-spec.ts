import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { knownText } from '@hamkhan/testing/fixtures/fixture-text';
import { makeEncryptedPdf, makeTruncatedPdf } from '@hamkhan/testing/fixtures/make-broken-pdf';
import { makeDjvu } from '@hamkhan/testing/fixtures/make-djvu';
import { EPUB_KNOWN, makeEpub } from '@hamkhan/testing/fixtures/make-epub';
import { makeLongPdf } from '@hamkhan/testing/fixtures/make-long-pdf';
import { makeScannedPdf } from '@hamkhan/testing/fixtures/make-scanned-pdf';
import { makeTextPdf } from '@hamkhan/testing/fixtures/make-text-pdf';

const COMMAND = join(import.meta.dirname, '../../bin/hamkhan-convert.mjs');
const TIMEOUT_MS = 120_000;
const known = knownText('en');

describe('hamkhan-convert', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'convert-command-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const save = async (name: string, content: Buffer): Promise<string> => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  const run = (args: string[], onStderr: (text: string, stop: () => void) => void = () => undefined) =>
    new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
      const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', COMMAND, ...args], {
        env: { PATH: process.env['PATH'] },
      });
      let stdout = '';
      let stderr = '';
      child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => {
        stderr += chunk.toString();
        onStderr(stderr, () => child.kill('SIGINT'));
      });
      child.on('close', (code) => resolve({ code, stdout, stderr }));
    });

  it(
    'converts pages of a PDF to Markdown, with its figures beside it',
    async () => {
      const file = await save('book.pdf', await makeTextPdf({ pages: 3 }));
      const out = join(folder, 'markdown');
      const { code, stdout, stderr } = await run([file, '--pages', '1-2', '--out', out, '--progress']);
      expect([code, stdout]).toEqual([0, `${join(out, 'book.md')}\n`]);
      expect(stderr).toBe('Page 1 of 2\nPage 2 of 2\n');
      const markdown = await readFile(join(out, 'book.md'), 'utf8');
      expect(markdown).toContain(`# ${known.title}\n\n${known.paragraphs[0]}`);
      expect(markdown).toContain(`- ${known.list[0]}\n`);
      expect(markdown).not.toContain(known.paragraphs[2]);
      const [image] = await readdir(join(out, 'book-images'));
      expect(markdown).toContain(`](book-images/${image})`);
    },
    TIMEOUT_MS,
  );

  it(
    'converts a scan through OCR',
    async () => {
      const file = await save('scan.pdf', await makeScannedPdf({ pages: 1 }));
      const { code } = await run([file, '--to', 'json', '--out', folder, '--language', 'en']);
      expect(code).toBe(0);
      const { document, pages } = JSON.parse(await readFile(join(folder, 'scan.json'), 'utf8'));
      expect(document).toMatchObject({ kind: 'pdf', totalPages: 1 });
      expect(pages[0]).toMatchObject({ page: 1, page_info: { page_type: 'ocr' } });
      expect(pages[0].items).toContainEqual(
        expect.objectContaining({ type: 'heading', content: known.title }),
      );
    },
    TIMEOUT_MS,
  );

  it(
    'converts EPUB and DJVU',
    async () => {
      const epub = await save('an.epub', makeEpub());
      const djvu = await save('a.djvu', await makeDjvu());
      for (const file of [epub, djvu]) expect((await run([file, '--out', folder])).code).toBe(0);
      expect(await readFile(join(folder, 'an.md'), 'utf8')).toContain(EPUB_KNOWN.code);
      expect(await readFile(join(folder, 'a.md'), 'utf8')).toContain(known.title);
    },
    TIMEOUT_MS,
  );

  it(
    'refuses a document that it can’t read, with the reason',
    async () => {
      const encrypted = await run([await save('secret.pdf', await makeEncryptedPdf()), '--out', folder]);
      expect(encrypted).toMatchObject({ code: 3, stdout: '' });
      expect(encrypted.stderr).toMatch(/^hamkhan-convert: the document is encrypted/);
      const damaged = await run([await save('half.pdf', await makeTruncatedPdf()), '--out', folder]);
      expect(damaged).toMatchObject({ code: 3, stderr: expect.stringContaining('damaged or incomplete') });
      expect(await readdir(folder)).not.toContain('secret.md');
    },
    TIMEOUT_MS,
  );

  it(
    'reports wrong usage before it converts anything',
    async () => {
      const missing = await run([join(folder, 'missing.pdf')]);
      expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining('no such file') });
      const file = await save('short.pdf', await makeTextPdf({ pages: 1 }));
      expect(await run([file, '--pages', '2', '--out', folder])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('has 1 pages, so there is no page 2'),
      });
      expect(await run(['--help'])).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('Usage: hamkhan-convert'),
      });
    },
    TIMEOUT_MS,
  );

  it(
    'ends with 130 on Ctrl-C and leaves nothing behind',
    async () => {
      const file = await save('long.pdf', await makeLongPdf(300));
      const out = join(folder, 'interrupted');
      const { code } = await run([file, '--out', out, '--progress'], (text, stop) => {
        if (text.includes('Page 1 of')) stop();
      });
      expect(code).toBe(130);
      expect(await readdir(out)).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
