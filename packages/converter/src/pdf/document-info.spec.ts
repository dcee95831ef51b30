import { describe, expect, it } from '@jest/globals';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { readInfo } from './document-info.js';

const fakeDocument = (getMetadata: () => Promise<unknown>) =>
  ({
    numPages: 1,
    fingerprints: [],
    getMetadata,
    getOutline: () => Promise.resolve([{ title: 'One' }]),
    getPermissions: () => Promise.resolve(null),
    getPageLabels: () => Promise.resolve(null),
  }) as unknown as PDFDocumentProxy;

describe('readInfo', () => {
  it('reads the open document that it is given, without opening a file', async () => {
    const xmp = { get: () => null };
    const document = fakeDocument(() => Promise.resolve({ info: { Title: 'A survey' }, metadata: xmp }));
    expect(await readInfo(document)).toEqual({
      info: { Title: 'A survey' },
      metadata: xmp,
      outline: [{ title: 'One' }],
    });
  });

  it('is empty if the metadata is unreadable', async () => {
    const document = fakeDocument(() => Promise.reject(new Error('broken')));
    expect(await readInfo(document)).toEqual({ info: {}, metadata: null, outline: null });
  });
});
