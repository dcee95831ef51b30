import { describe, expect, it } from '@jest/globals';
import { metadataOf } from './document-metadata.js';

const metadata = (info: Record<string, unknown>, xmp: Record<string, unknown> = {}) =>
  metadataOf({ info, metadata: { get: (name) => xmp[name] ?? null }, outline: null });

describe('metadataOf', () => {
  it('reads keywords, and the subject as a summary if it is prose, else as a tag', () => {
    const prose = 'This report describes how the survey was made, and what it found in three provinces.';
    expect(metadata({ Title: 'A survey', Subject: prose, Keywords: 'malaria; survey; report.docx' })).toEqual(
      {
        title: 'A survey',
        summary: prose,
        tags: ['malaria', 'survey'],
      },
    );
    expect(metadata({ Subject: 'Public health', Keywords: 'malaria، survey' })).toEqual({
      tags: ['malaria', 'survey', 'Public health'],
    });
    expect(metadata({ Subject: 'J. Health 2003, 12(3), doi:10.1000/182', Keywords: '' })).toEqual({});
  });

  it('takes the keywords of the XMP metadata if the dictionary has none', () => {
    expect(metadata({}, { 'dc:subject': ['malaria', 'survey'] })).toEqual({ tags: ['malaria', 'survey'] });
    expect(metadata({ Keywords: 'one' }, { 'dc:subject': ['malaria'] })).toEqual({ tags: ['one'] });
    expect(metadata({ Keywords: 7, Subject: ['x'] }, { 'dc:subject': 'malaria' })).toEqual({
      tags: ['malaria'],
    });
  });

  it('is empty for a file without metadata', () => {
    expect(metadataOf({ info: {}, metadata: null, outline: null })).toEqual({});
  });
});
