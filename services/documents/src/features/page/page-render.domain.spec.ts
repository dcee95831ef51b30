import { describe, expect, it } from '@jest/globals';
import { gunzipSync } from 'node:zlib';
import { ReaderPage } from '@hamkhan/contracts/http/documents';
import { gzipOf, storedPart } from './gzip-parts.domain.js';
import { renderPage, type RenderedPage, type UnrenderedPage } from './page-render.domain.js';

const NAME = `${'ab'.repeat(32)}.png`;
const OTHER = `${'cd'.repeat(32)}.svg`;
const page = (given: Partial<UnrenderedPage>): UnrenderedPage => ({
  _id: 'p1',
  documentId: 'd1',
  number: 4,
  status: 'success',
  translationStatus: 'translating',
  failure: null,
  translationReason: null,
  waiting: false,
  speech: null,
  pictures: [{ key: `images/d1/${NAME}`, width: 320, height: 450 }],
  content: null,
  translatedContent: null,
  translatedContentLevel2: null,
  versions: { conversion: 1, text: 1, translation: 0, pictures: 0, speech: 0, level1: 0, level2: 0 },
  revision: 3,
  ...given,
});
const figure = (src: string) => ({ id: 'f', type: 'figure' as const, content: 'a "figure"', src });
const read = (rendered: RenderedPage): ReaderPage =>
  ReaderPage.parse(
    JSON.parse(
      gunzipSync(
        gzipOf(
          rendered.delivered.flatMap((part) => [
            part,
            ...(part.image ? [storedPart(`s=${part.image}`)] : []),
          ]),
        ),
      ).toString('utf8'),
    ),
  );

describe('renderPage', () => {
  it('leaves room for the signature of each image [RDR-READER-31]', () => {
    const items = [figure(`images/d1/${OTHER}`), { id: 't', type: 'text' as const, content: 'متن ' }];
    const rendered = renderPage(page({ content: { items, page_info: { page_type: 'text' } } }), 'KEY');
    const answer = read(rendered);
    expect(answer.pictures).toEqual([
      { src: `/api/document/image/KEY/${NAME}/?s=${NAME}`, width: 320, height: 450 },
    ]);
    expect(answer.image).toBe(`/api/document/image/KEY/${NAME}/?s=${NAME}`);
    expect(answer.content?.items[0]).toMatchObject({ src: `/api/document/image/KEY/${OTHER}/?s=${OTHER}` });
    expect(answer.content?.items[1]).toEqual(items[1]);
    expect(rendered.images).toEqual([NAME, OTHER]);
  });

  it('includes sentence pairs and findings of the translation check', () => {
    const item = {
      id: 't',
      type: 'text' as const,
      content: 'یک. دو.',
      sentence_pairs: {
        content: [
          [0, 4, 0, 3] as [number, number, number, number],
          [5, 9, 4, 7] as [number, number, number, number],
        ],
      },
      translation_problems: ['numbers' as const],
    };
    const answer = read(renderPage(page({ translatedContentLevel2: { items: [item] } }), 'KEY'));
    expect(answer.translated_content_level2?.items[0]).toEqual(item);
  });

  it.each(['images/d2/' + NAME, '../../secret', 'https://example.org/x.png', `images/d1/../d2/${NAME}`])(
    'shows no picture at %s',
    (src) => {
      const rendered = renderPage(
        page({
          pictures: [{ key: src, width: 1, height: 1 }],
          content: { items: [figure(src)], page_info: { page_type: 'text' } },
        }),
        'KEY',
      );
      expect(read(rendered)).toMatchObject({ image: null, pictures: [], content: { items: [{ src: '' }] } });
      expect(rendered.images).toEqual([]);
    },
  );

  it('hides the translations of a failed page (C03)', () => {
    const translated = { items: [{ id: 't', type: 'text' as const, content: 'x' }] };
    const answer = read(
      renderPage(
        page({ status: 'failed', translatedContent: translated, translatedContentLevel2: translated }),
        'K',
      ),
    );
    expect(answer.translated_content).toBeNull();
    expect(answer.translated_content_level2).toBeNull();
  });
});
