import { describe, expect, it } from '@jest/globals';
import { originalMetadata, persianMetadata } from './metadata.domain.js';

const page = (summary: string, isOwn: boolean, ...tags: string[]) => ({ summary, isOwn, tags });

describe('originalMetadata', () => {
  it('believes the file first, then the abstract in its language, then the earliest', () => {
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

  it('keeps Persian as an editor would write it, and a tag in Latin letters where the book has it', () => {
    expect(persianMetadata(answer, original)).toEqual({
      subtitle: 'یک پژوهش',
      summary: 'این کتاب دربارهٔ مترجم JavaScript است.\nو می‌خواهد آن را شرح دهد.',
      tags: ['JavaScript', 'درخت‌ها'],
    });
  });

  it('leaves out what is no Persian, an echo, or a mark of ours, part by part', () => {
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

  it('invents no subtitle', () => {
    expect(persianMetadata(answer, { ...original, subtitle: '' })?.subtitle).toBe('');
  });

  it('is bounded whatever an engine says', () => {
    const much = persianMetadata(
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
    expect(much?.subtitle.length).toBeLessThanOrEqual(500);
    expect(much?.summary.length).toBeLessThanOrEqual(4_000);
    expect(much?.tags).toHaveLength(12);
  });
});
