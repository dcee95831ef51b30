import { describe, expect, it } from '@jest/globals';
import { originalMetadata, persianMetadata } from './metadata.domain.js';

const page = (summary: string, isOwn: boolean, ...tags: string[]) => ({ summary, isOwn, tags });

describe('originalMetadata', () => {
  it("prefers the file, then the abstract in the document's language, then the first abstract", () => {
    const pages = {
      '10': page('late', false),
      '2': page('early', false, 'b', 'sea'),
      '3': page('own', true, 'Sea', 'sky'),
    };
    expect(originalMetadata({ pages })).toEqual({ subtitle: '', summary: 'own', tags: ['sea', 'sky'] });
    expect(originalMetadata({ pages: { ...pages, '3': null } })).toMatchObject({ summary: 'early' });
    expect(originalMetadata({ file: { subtitle: 'S', summary: 'stated', tags: ['land'] }, pages })).toEqual({
      subtitle: 'S',
      summary: 'stated',
      tags: ['land', 'sea', 'sky'],
    });
    expect(originalMetadata({})).toEqual({ subtitle: '', summary: '', tags: [] });
  });
});

describe('persianMetadata', () => {
  const original = {
    subtitle: 'A study',
    summary: 'What a JavaScript compiler does.',
    tags: ['JavaScript', 'trees'],
  };
  const answer = {
    subtitle: 'یک پژوهش',
    description: 'این كتاب دربارهٔ مترجم JavaScript است.\n\nو می خواهد آن را شرح دهد.',
    tags: ['JavaScript', 'درخت‌ها', 'compilers', 'درخت ها'],
  };

  it('applies Persian typography and keeps a Latin tag of the original', () => {
    expect(persianMetadata(answer, original)).toEqual({
      subtitle: 'یک پژوهش',
      summary: 'این کتاب دربارهٔ مترجم JavaScript است.\nو می‌خواهد آن را شرح دهد.',
      tags: ['JavaScript', 'درخت‌ها'],
    });
  });

  it('omits parts that are not Persian, copy the original or contain markers', () => {
    expect(
      persianMetadata({ ...answer, description: original.summary, subtitle: '⟦1⟧ یک' }, original),
    ).toEqual({
      subtitle: '',
      summary: '',
      tags: ['JavaScript', 'درخت‌ها'],
    });
    expect(persianMetadata({ ...answer, tags: ['JavaScript'] }, original)?.tags).toEqual([]);
    const arabic = { subtitle: '', summary: 'هذا كتاب عن البحر والناس الذين يعيشون بجانبه.', tags: [] };
    expect(persianMetadata({ subtitle: '', description: arabic.summary, tags: [] }, arabic)).toBeNull();
    expect(persianMetadata({ subtitle: '', description: '', tags: [] }, original)).toBeNull();
  });

  it('omits a subtitle if the original has none', () => {
    expect(persianMetadata(answer, { ...original, subtitle: '' })?.subtitle).toBe('');
  });

  it('limits the length of what an engine returns', () => {
    const result = persianMetadata(
      {
        subtitle: 'کتاب '.repeat(100_000),
        description: 'این یک جمله است. '.repeat(100_000),
        tags: Array.from(
          { length: 100_000 },
          (_, index) => `برچسب ${'ابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی'[index % 32]}`,
        ),
      },
      original,
    );
    expect(result?.subtitle.length).toBeLessThanOrEqual(500);
    expect(result?.summary.length).toBeLessThanOrEqual(4_000);
    expect(result?.tags).toHaveLength(12);
  });
});
