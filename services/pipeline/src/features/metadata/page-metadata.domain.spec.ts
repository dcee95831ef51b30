import { describe, expect, it } from '@jest/globals';
import type { ContentItem } from '@hamkhan/contracts/content';
import type { SourceLanguage } from '@hamkhan/contracts/languages';
import { metadataOfPage } from './page-metadata.domain.js';

const heading = (content: string): ContentItem => ({ id: content, type: 'heading', level: 2, content });
const text = (content: string): ContentItem => ({ id: content, type: 'text', content });
const find = (items: ContentItem[], language: SourceLanguage = 'en') => metadataOfPage({ items }, language);

const SAID =
  'We show how a thing that nobody looked at can be seen by everybody, and measure what that costs in three cities.';
const MORE = 'A second paragraph says what follows from it, and for whom.';

describe('metadataOfPage', () => {
  it('takes the paragraphs under the heading, up to the next one or what printers put between', () => {
    expect(
      find([
        heading('On Seeing'),
        text('A. Author'),
        heading('Abstract'),
        text(SAID),
        text(MORE),
        text('Categories and Subject Descriptors D.3.4 [Programming Languages]: Processors'),
        text('Keywords JavaScript, just-in-time compilation, trace trees.'),
        heading('1. Introduction'),
        text('Long ago there was nothing to be seen, or nobody who saw it, which comes to the same.'),
      ]),
    ).toEqual({
      summary: `${SAID}\n${MORE}`,
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
  ])('knows the headings of %s', (language, abstract, keywords) => {
    const expected = { summary: SAID, isOwn: true, tags: ['sight', 'cost'] };
    expect(find([heading(abstract), text(SAID), text(keywords)], language)).toEqual(expected);
    expect(find([text(`**${abstract}:** ${SAID}`), text(keywords)], language)).toEqual(expected);
    expect(find([text(`${abstract} — ${SAID} ${keywords}`)], language)).toEqual(expected);
  });

  it('prefers the abstract in the language of the document', () => {
    const [german, english] = [`Deutsch: ${SAID}`, `English: ${SAID}`];
    const both = [heading('Abstract'), text(english), heading('Zusammenfassung'), text(german)];
    expect(find(both, 'de')).toMatchObject({ summary: german, isOwn: true });
    expect(find(both, 'fr')).toMatchObject({ summary: english, isOwn: false });
  });

  it('reads keywords under a heading of their own, also as a list', () => {
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

  it('is not taken in by contents, sentences and chapters that begin with the word', () => {
    for (const items of [
      [text('Abstract ........ 3'), text('Summary ........ 5'), text(`${SAID} ........ 7`)],
      [heading('Summary of results'), text(SAID)],
      [text(`Abstract art was shown there. ${SAID}`)],
      [heading('Abstract'), heading('Introduction'), text(SAID)],
      [heading('Abstract'), text('Too short.')],
      [
        text(
          'Keywords are words that a language keeps for itself, so that nobody else may use them as names.',
        ),
      ],
      [heading('Abstraction'), text(SAID)],
      [],
    ])
      expect(find(items)).toBeNull();
  });

  it('is bounded, and comes to an end on what is made to have none', () => {
    const long = find([heading('Abstract'), ...Array.from({ length: 500 }, () => text(SAID))]);
    expect(long?.summary.length).toBeLessThanOrEqual(3_000);
    const parts = [' ', '*', '【', '. ', 'Keywords: ', 'abstract ', '**Abstract** ', '1.'];
    const lengths = parts.map((part) => {
      const endless = text(part.repeat(200_000));
      return find([endless, heading('Abstract'), endless, text(SAID)])?.summary.length ?? 0;
    });
    expect(Math.max(...lengths)).toBeLessThanOrEqual(3_000);
  });
});
