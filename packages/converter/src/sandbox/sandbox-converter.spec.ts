import { createHash } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { SandboxSource } from '@hamkhan/sandbox/launch/sandbox-source';
import { encodeFrame } from '@hamkhan/sandbox/process/frames';
import { SandboxUnavailableError } from '@hamkhan/sandbox/process/sandbox-error';
import type { Isolation, SandboxProcess } from '@hamkhan/sandbox/process/sandbox-process';
import { SandboxConverter } from './sandbox-converter.js';
import { SANDBOX_DEFAULTS } from './sandbox-defaults.js';

/** A process in the hands of a hostile document: it sends what a test says. */
const hostile = (frames: readonly Buffer[]): SandboxConverter => {
  const start = (): Promise<SandboxProcess> => {
    const messages = new PassThrough();
    for (const frame of frames) messages.write(frame);
    messages.end();
    return Promise.resolve({
      stdin: new PassThrough(),
      messages,
      document: '/document',
      workDir: '/work',
      ended: Promise.resolve({ code: 0, signal: null, stderr: '', isOutOfMemory: false }),
      kill: () => undefined,
      cleanUp: () => Promise.resolve(),
    });
  };
  return new SandboxConverter(SANDBOX_DEFAULTS, sandboxOf({ name: 'hostile', start }));
};
const sandboxOf = (isolation: Isolation) => SandboxSource.of({ isolation, layers: [], missing: [] });
const { signal } = new AbortController();
const JOB = { file: '/document.pdf', kind: 'pdf', language: 'en', isAwaited: true, signal } as const;

const collect = async <T>(stream: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const one of stream) all.push(one);
  return all;
};
const extract = (frames: readonly Buffer[]) => collect(hostile(frames).extract(JOB, { from: 2, to: 4 }));
const render = (frames: readonly Buffer[]) => collect(hostile(frames).render(JOB, { from: 2, to: 4 }));
const inspect = (frames: readonly Buffer[]) => hostile(frames).inspect(JOB);

const DONE = encodeFrame({ type: 'done' });
const BYTES = Buffer.from('picture');
const nameOf = (bytes: Buffer): string => `${createHash('sha256').update(bytes).digest('hex')}.png`;
const IMAGE = { name: nameOf(BYTES), mediaType: 'image/png' };
const TEXT = { id: 'a', type: 'text', content: 'text' };
const page = (pageNumber: number, changes: object = {}, attachments: readonly Buffer[] = []): Buffer => {
  const content = { items: [TEXT], page_info: { page_type: 'text' } };
  return encodeFrame({ type: 'page', pageNumber, content, images: [], ...changes }, attachments);
};
const withFigure = (src: string) => ({
  content: {
    items: [TEXT, { id: 'b', type: 'figure', content: '', src }],
    page_info: { page_type: 'text' },
  },
});
const rendered = (pageNumber: number, size = { width: 320, height: 400 }) =>
  encodeFrame({ type: 'rendered-page', pageNumber, of: 'page', images: [{ ...IMAGE, ...size }] }, [BYTES]);
const inspection = (changes: object = {}) =>
  encodeFrame({
    type: 'inspection',
    inspection: { kind: 'pdf', totalPages: 3, outline: [], sample: '', ...changes },
  });

describe('SandboxConverter', () => {
  it('gives the pages and images of an honest process', async () => {
    const failure = { reason: 'damaged', params: {}, detail: '' };
    const frames = [
      page(2, { ...withFigure(IMAGE.name), images: [IMAGE] }, [BYTES]),
      encodeFrame({ type: 'failed-page', pageNumber: 3, failure }),
      page(4),
      DONE,
    ];
    const pages = await extract(frames);
    expect(pages.map(({ pageNumber }) => pageNumber)).toEqual([2, 3, 4]);
    expect(pages[0]).toMatchObject({ images: [{ name: IMAGE.name, bytes: BYTES }] });
    expect(pages[1]).toMatchObject({ error: { reason: 'damaged' } });
    expect(await render([rendered(2), rendered(4), DONE])).toMatchObject([
      { pageNumber: 2 },
      { pageNumber: 4 },
    ]);
    expect(await inspect([inspection()])).toMatchObject({ totalPages: 3 });
  });

  it.each<[string, readonly Buffer[]]>([
    ['sends the same page again', [page(2), page(2)]],
    ['sends a page that was not asked for', [page(5)]],
    ['sends an earlier page', [page(3), page(2)]],
    ['sends more pages than there are', Array.from({ length: 10_000 }, () => page(2))],
    ['sends a page with a fraction as its number', [page(2.5)]],
    ['sends a page of another type', [page(2, { content: { items: [{ id: 'a', type: 'script' }] } })]],
    ['sends a page without content', [page(2, { content: null })]],
    ['sends a list where an object belongs', [encodeFrame([['type', 'done']])]],
    ['sends a message named like a prototype', [encodeFrame({ type: '__proto__' })]],
    ['sends a message named like a method', [encodeFrame({ type: 'constructor' })]],
    ['shows an image of another document', [page(2, withFigure('images/other/secret.webp'))]],
    ['shows an image that it did not send', [page(2, withFigure(IMAGE.name))]],
    ['names an image like another', [page(2, { images: [IMAGE] }, [Buffer.from('other')])]],
    ['names an image by a path', [page(2, { images: [{ ...IMAGE, name: '../../etc/passwd' }] }, [BYTES])]],
    ['sends a program as an image', [page(2, { images: [{ ...IMAGE, mediaType: 'text/html' }] }, [BYTES])]],
    ['sends fewer images than it names', [page(2, { images: [IMAGE] })]],
    ['sends more images than it names', [page(2, {}, [BYTES])]],
    ['sends an image where none belongs', [encodeFrame({ type: 'done' }, [BYTES])]],
    ['sends an inspection instead of pages', [inspection()]],
    ['ends without saying that it is done', [page(2)]],
    [
      'fails for a reason that there is not',
      [encodeFrame({ type: 'failed', failure: { reason: '__proto__', params: {}, detail: '' } })],
    ],
  ])('fails the job when the process %s', async (_, frames) => {
    await expect(extract(frames)).rejects.toMatchObject({ name: 'ConversionError', reason: 'crashed' });
  });

  it('keeps the pages that came before a hostile message', async () => {
    const pages: number[] = [];
    const reading = async (): Promise<void> => {
      for await (const { pageNumber } of hostile([page(2), page(2)]).extract(JOB, { from: 2, to: 4 })) {
        pages.push(pageNumber);
      }
    };
    await expect(reading()).rejects.toMatchObject({ reason: 'crashed' });
    expect(pages).toEqual([2]);
  });

  it.each<[string, readonly Buffer[]]>([
    ['an image of no size', [rendered(2, { width: 0, height: 400 })]],
    ['an image of endless size', [rendered(2, { width: 2 ** 40, height: 400 })]],
    ['a page twice', [rendered(2), rendered(2)]],
    ['text instead of images', [page(2)]],
  ])('fails rendering when the process sends %s', async (_, frames) => {
    await expect(render(frames)).rejects.toMatchObject({ reason: 'crashed' });
  });

  it.each<[string, object, string]>([
    ['a billion pages', { totalPages: 1e9 }, 'too_many_pages'],
    ['a negative number of pages', { totalPages: -1 }, 'crashed'],
    ['pages as a text', { totalPages: '3' }, 'crashed'],
    ['an outline of another type', { outline: { length: 1e9 } }, 'crashed'],
    ['a sample of endless length', { sample: 'x'.repeat(50_000) }, 'crashed'],
  ])('fails an inspection with %s', async (_, changes, reason) => {
    await expect(inspect([inspection(changes)])).rejects.toMatchObject({ reason });
  });

  it('drops values that are not of a failure and an address that is not the converter’s to give', async () => {
    const failure = { reason: 'too_large', params: { limit: 5, html: '<script>' }, detail: '' };
    const failed = await inspect([encodeFrame({ type: 'failed', failure })]).catch((error: unknown) => error);
    expect(failed).toMatchObject({ reason: 'too_large', params: { limit: 5 } });
    expect(Object.keys((failed as { params: object }).params)).toEqual(['limit']);
    const content = {
      items: [TEXT],
      page_info: { page_type: 'text', annotated_image: 'images/other/a.webp' },
    };
    const [received] = await extract([page(2, { content }), DONE]);
    expect(received).toMatchObject({ content: { page_info: { page_type: 'text' } } });
    expect(JSON.stringify(received)).not.toContain('annotated_image');
  });

  it('says that the sandbox server is away, so that the page waits', async () => {
    const start = () => Promise.reject(new SandboxUnavailableError('no server'));
    const converter = new SandboxConverter(SANDBOX_DEFAULTS, sandboxOf({ name: 'remote', start }));
    await expect(converter.inspect(JOB)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
