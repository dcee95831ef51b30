import { describe, expect, it } from '@jest/globals';
import { splitSentences } from './sentences.domain.js';

const texts = (source: string, language: string) => splitSentences(source, language).map(({ text }) => text);

describe('splitSentences', () => {
  it.each([
    ['en', 'Hello Mr. Smith. How are you?', ['Hello Mr. Smith.', 'How are you?']],
    [
      'en',
      'He said "Go." Then left (see Fig. 3). Done!',
      ['He said "Go."', 'Then left (see Fig. 3).', 'Done!'],
    ],
    [
      'en',
      'J. R. R. Tolkien wrote it, e.g. here. It is 3.5 m.',
      ['J. R. R. Tolkien wrote it, e.g. here.', 'It is 3.5 m.'],
    ],
    ['en', '1. First thing. 2. Second.', ['1. First thing.', '2. Second.']],
    ['en', 'Wait... what? Yes… of course.', ['Wait... what?', 'Yes… of course.']],
    [
      'en',
      'A line\nthat goes on. And on.\n\nA title\n\nMore',
      ['A line\nthat goes on.', 'And on.', 'A title', 'More'],
    ],
    ['en', 'So ⟦1⟧ holds. ⟦2⟧Then⟦/2⟧ ⟦3⟧ follows.', ['So ⟦1⟧ holds.', '⟦2⟧Then⟦/2⟧ ⟦3⟧ follows.']],
    [
      'de',
      'Das ist z. B. gut. Vgl. Abb. 3 und Nr. 4. Ende.',
      ['Das ist z. B. gut.', 'Vgl. Abb. 3 und Nr. 4.', 'Ende.'],
    ],
    ['fr', 'M. Dupont est là. Il dort !', ['M. Dupont est là.', 'Il dort !']],
    ['ru', 'Это т. е. так. Он пришёл в 1990 г. и ушёл.', ['Это т. е. так.', 'Он пришёл в 1990 г. и ушёл.']],
    ['zh', '你好。他说：“走。”然后离开！', ['你好。', '他说：“走。”', '然后离开！']],
    ['ar', 'هذا كتاب. هل تقرأ؟ نعم!', ['هذا كتاب.', 'هل تقرأ؟', 'نعم!']],
    ['en', 'He said no. Then see no. 5 etc. The end.', ['He said no.', 'Then see no. 5 etc.', 'The end.']],
    ['en', '   ', []],
  ])('%s: %s', (language, source, expected) => expect(texts(source, language)).toEqual(expected));

  it('returns offsets into the source and drops only space', () => {
    const source = '  One.  Two!\n\nThree?  ';
    for (const { text, start, end } of splitSentences(source, 'en'))
      expect(source.slice(start, end)).toBe(text);
    expect(texts(source, 'en').join('')).toBe(source.replace(/\s/g, ''));
  });

  it('stays fast on hostile text', () => {
    const started = performance.now();
    for (const part of ['a. ', '1. ', 'Mr. ', 'x\n', '. ', 'A.B.'])
      splitSentences(part.repeat(200_000 / part.length), 'en');
    expect(performance.now() - started).toBeLessThan(20_000);
  }, 60_000);
});
