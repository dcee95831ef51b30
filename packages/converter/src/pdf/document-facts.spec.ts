import { describe, expect, it } from '@jest/globals';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { readFacts } from './document-facts.js';

const facts = (info: Record<string, unknown>, xmp: Record<string, unknown> = {}) =>
  readFacts({
    getMetadata: () => Promise.resolve({ info, metadata: { get: (name: string) => xmp[name] ?? null } }),
  } as unknown as PDFDocumentProxy);

describe('readFacts', () => {
  it('reads keywords, a subject that is prose as a summary, and one that is not as a tag', async () => {
    const prose = 'This report describes how the survey was made, and what it found in three provinces.';
    expect(
      await facts({ Title: 'A survey', Subject: prose, Keywords: 'malaria; survey; report.docx' }),
    ).toEqual({
      title: 'A survey',
      summary: prose,
      tags: ['malaria', 'survey'],
    });
    expect(await facts({ Subject: 'Public health', Keywords: 'malaria، survey' })).toEqual({
      tags: ['malaria', 'survey', 'Public health'],
    });
    expect(await facts({ Subject: 'J. Health 2003, 12(3), doi:10.1000/182', Keywords: '' })).toEqual({});
  });

  it('takes the keywords of the XMP metadata where the dictionary has none', async () => {
    expect(await facts({}, { 'dc:subject': ['malaria', 'survey'] })).toEqual({ tags: ['malaria', 'survey'] });
    expect(await facts({ Keywords: 'one' }, { 'dc:subject': ['malaria'] })).toEqual({ tags: ['one'] });
    expect(await facts({ Keywords: 7, Subject: ['x'] }, { 'dc:subject': 'malaria' })).toEqual({
      tags: ['malaria'],
    });
  });

  it('says nothing of a file without metadata', async () => {
    const broken = { getMetadata: () => Promise.reject(new Error('broken')) } as unknown as PDFDocumentProxy;
    expect(await readFacts(broken)).toEqual({});
  });
});
