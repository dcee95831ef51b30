import { describe, expect, it } from '@jest/globals';
import type { ContentItem } from '@hamkhan/contracts/content';
import type { SourceLanguage } from '@hamkhan/contracts/languages';
import { metadataOfPage } from './page-metadata.domain.js';

const heading = (content: string): ContentItem => ({ id: content, type: 'heading', level: 2, content });
const text = (content: string): ContentItem => ({ id: content, type: 'text', content });
const find = (items: ContentItem[], language: SourceLanguage = 'en') => metadataOfPage({ items }, language);

const ABSTRACT =
  'We show how a thing that nobody looked at can be seen by everybody, and measure what that costs in three cities.';
const SECOND = 'A second paragraph says what follows from it, and for whom.';

describe('metadataOfPage', () => {
  it('takes the paragraphs below the heading, up to the next heading or front matter', () => {
    expect(
      find([
        heading('On Seeing'),
        text('A. Author'),
        heading('Abstract'),
        text(ABSTRACT),
        text(SECOND),
        text('Categories and Subject Descriptors D.3.4 [Programming Languages]: Processors'),
        text('Keywords JavaScript, just-in-time compilation, trace trees.'),
        heading('1. Introduction'),
        text('Long ago there was nothing to be seen, or nobody who saw it, which comes to the same.'),
      ]),
    ).toEqual({
      summary: `${ABSTRACT}\n${SECOND}`,
      isOwn: true,
      tags: ['JavaScript', 'just-in-time compilation', 'trace trees'],
    });
  });

  it.each<[SourceLanguage, string, string]>([
    ['en', 'ABSTRACT', 'Keywords: sight; cost'],
    ['de', 'Zusammenfassung', 'Schlüsselwörter: sight, cost'],
    ['fr', 'Résumé', 'Mots-clés : sight, cost'],
    ['es', 'Resumen', 'Palabras clave: sight, cost'],
    ['pt', 'RESUMO', 'Palavras-chave: sight; cost.'],
    ['ru', 'Аннотация', 'Ключевые слова: sight, cost'],
    ['ar', 'الملخص', 'الكلمات المفتاحية: sight، cost'],
    ['he', 'תקציר', 'מילות מפתח: sight, cost'],
    ['zh', '摘 要', '关键词：sight；cost'],
  ])('recognises the headings of %s', (language, abstract, keywords) => {
    const expected = { summary: ABSTRACT, isOwn: true, tags: ['sight', 'cost'] };
    expect(find([heading(abstract), text(ABSTRACT), text(keywords)], language)).toEqual(expected);
    expect(find([text(`**${abstract}:** ${ABSTRACT}`), text(keywords)], language)).toEqual(expected);
    expect(find([text(`${abstract} — ${ABSTRACT} ${keywords}`)], language)).toEqual(expected);
  });

  it("prefers the abstract in the document's language", () => {
    const [german, english] = [`Deutsch: ${ABSTRACT}`, `English: ${ABSTRACT}`];
    const both = [heading('Abstract'), text(english), heading('Zusammenfassung'), text(german)];
    expect(find(both, 'de')).toMatchObject({ summary: german, isOwn: true });
    expect(find(both, 'fr')).toMatchObject({ summary: english, isOwn: false });
  });

  it('reads keywords below their own heading, also as a list', () => {
    const list: ContentItem = {
      id: 'l',
      type: 'list',
      content: '',
      list_type: 'unordered',
      'list-items': [{ content: 'sight' }, { content: 'cost' }],
    };
    expect(find([heading('Index Terms'), list])).toEqual({
      summary: '',
      isOwn: false,
      tags: ['sight', 'cost'],
    });
  });

  it('ignores tables of contents, sentences and chapters that start with a label', () => {
    for (const items of [
      [text('Abstract ........ 3'), text('Summary ........ 5'), text(`${ABSTRACT} ........ 7`)],
      [heading('Summary of results'), text(ABSTRACT)],
      [text(`Abstract art was shown there. ${ABSTRACT}`)],
      [heading('Abstract'), heading('Introduction'), text(ABSTRACT)],
      [heading('Abstract'), text('Too short.')],
      [
        text(
          'Keywords are words that a language keeps for itself, so that nobody else may use them as names.',
        ),
      ],
      [heading('Abstraction'), text(ABSTRACT)],
      [],
    ])
      expect(find(items)).toBeNull();
  });

  it('limits the length, and takes linear time on hostile text', () => {
    const long = find([heading('Abstract'), ...Array.from({ length: 500 }, () => text(ABSTRACT))]);
    expect(long?.summary.length).toBeLessThanOrEqual(3_000);
    const parts = [' ', '*', '【', '. ', 'Keywords: ', 'abstract ', '**Abstract** ', '1.'];
    const lengths = parts.map((part) => {
      const endless = text(part.repeat(200_000));
      return find([endless, heading('Abstract'), endless, text(ABSTRACT)])?.summary.length ?? 0;
    });
    expect(Math.max(...lengths)).toBeLessThanOrEqual(3_000);
  });
});
