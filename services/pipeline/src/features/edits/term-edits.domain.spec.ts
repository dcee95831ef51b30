import { describe, expect, it } from '@jest/globals';
import { termEdits } from './term-edits.domain.js';

const terms = [
  { term: 'lighthouse', translation: 'فانوس', note: 'a building' },
  { term: 'keeper', translation: 'نگهبان', note: '' },
  { term: 'mist', translation: '', note: '' },
];
const edit = (source: string, before: string, after: string) => termEdits(terms, [{ source, before, after }]);

describe('termEdits', () => {
  it('finds the new translation of a term if nothing else was changed, and keeps its note', () => {
    expect(edit('The lighthouse stands.', 'فانوس ایستاده است.', 'برج دریایی ایستاده است.')).toEqual([
      { term: 'lighthouse', translation: 'برج دریایی', note: 'a building' },
    ]);
    expect(
      edit('The lighthouse, the lighthouse!', 'فانوس، ای فانوس!', 'فار، ای فار!').map(
        (one) => one.translation,
      ),
    ).toEqual(['فار']);
  });

  it.each([
    ['another word was changed too', 'The lighthouse stands.', 'فانوس ایستاده است.', 'برج برپاست.'],
    ['one of two occurrences was changed', 'lighthouse, lighthouse', 'فانوس، فانوس', 'برج، فانوس'],
    ['the original does not have the term', 'The tower stands.', 'فانوس ایستاده است.', 'برج ایستاده است.'],
    ['the term is part of another word', 'The lighthouse stands.', 'فانوسی هست.', 'برجی هست.'],
    ['the term was removed', 'The lighthouse stands.', 'فانوس ایستاده است.', ' ایستاده است.'],
    ['the term has no translation yet', 'The mist.', 'مه.', 'میغ.'],
    ['nothing was changed', 'The keeper.', 'نگهبان.', 'نگهبان.'],
  ])('finds nothing if %s', (_, source, before, after) => {
    expect(edit(source, before, after)).toEqual([]);
  });

  it('takes the last translation', () => {
    const texts = ['برج', 'فار'].map((after) => ({ source: 'The lighthouse', before: 'فانوس', after }));
    expect(termEdits(terms, texts)).toEqual([{ term: 'lighthouse', translation: 'فار', note: 'a building' }]);
  });
});
