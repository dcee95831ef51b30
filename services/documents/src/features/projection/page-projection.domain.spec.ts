import { describe, expect, it } from '@jest/globals';
import type { ContentItem } from '@hamkhan/contracts/content';
import { countsOf, NEW_PAGE, type PageState } from '../page-state/page-state.domain.js';
import { applyPageEvent, type PageEvent } from './page-projection.domain.js';

const at = { documentId: 'd', pageNumber: 0 };
const text = (content: string): ContentItem => ({ id: 'a', type: 'text', content });
const started = (version: number): PageEvent => ({ type: 'pipeline.page.started', version, data: at });
const converted = (version: number, words = `text ${version}`): PageEvent => ({
  type: 'pipeline.page.converted',
  version,
  data: { ...at, content: { items: [text(words)], page_info: { page_type: 'text' } } },
});
const failed = (version: number): PageEvent => ({
  type: 'pipeline.page.failed',
  version,
  data: { ...at, reason: 'timed_out', params: {} },
});
const translating = (version: number, level: 1 | 2): PageEvent => ({
  type: 'pipeline.page.translation-started',
  version,
  data: { ...at, level },
});
const translated = (version: number, level: 1 | 2): PageEvent => ({
  type: 'pipeline.page.translated',
  version,
  data: { ...at, level, content: { items: [text(`level ${level} of ${version}`)] } },
});
const waiting = (version: number): PageEvent => ({
  type: 'pipeline.page.translation-waiting',
  version,
  data: { ...at, reason: 'not_configured', params: {} },
});
const rendered = (version: number, of: 'page' | 'cover' = 'page'): PageEvent => ({
  type: 'pipeline.page.rendered',
  version,
  data: { ...at, of, pictures: [{ key: `images/d/${version}`, width: 320, height: 450 }] },
});
const translationFailed = (version: number): PageEvent => ({
  type: 'pipeline.page.translation-failed',
  version,
  data: { ...at, reason: 'refused', params: {} },
});

const spoken = (version: number, status: 'inprogress' | 'success' | 'failed'): PageEvent => {
  const audio = { key: `audio/d/${version}.mp3`, seconds: 1, items: [] };
  const outcome = status === 'success' ? { audio } : { audio: null };
  const data = {
    ...at,
    status,
    ...outcome,
    ...(status === 'failed' ? { failure: 'engine_off' as const } : {}),
  };
  return { type: 'pipeline.page.speech-changed', version, data };
};

const play = (events: PageEvent[]): PageState =>
  events.reduce((page, event) => applyPageEvent(page, event) ?? page, NEW_PAGE);

function* permutations<T>(items: T[]): Generator<T[]> {
  if (items.length <= 1) yield items;
  for (const [index, first] of items.entries()) {
    for (const rest of permutations(items.toSpliced(index, 1))) yield [first, ...rest];
  }
}

describe('applyPageEvent', () => {
  it('stores a speech failure and keeps earlier audio (C04)', () => {
    const [busy, refused] = [spoken(3, 'inprogress'), spoken(4, 'failed')];
    const failure = 'engine_off';
    expect(play([busy, refused]).speech).toEqual({ status: 'failed', audio: null, failure });
    const audio = { key: 'audio/d/2.mp3' };
    expect(play([spoken(2, 'success'), busy]).speech).toMatchObject({ status: 'inprogress', audio });
    expect(play([spoken(2, 'success'), busy, refused]).speech).toMatchObject({
      status: 'success',
      audio,
      failure,
    });
    expect(play([refused, spoken(5, 'success')]).speech).not.toHaveProperty('failure');
  });

  it('keeps the newest page images, independent of the texts', () => {
    const events = [converted(1), rendered(2), translated(3, 1), rendered(4)];
    for (const order of permutations(events)) {
      expect(play(order)).toMatchObject({ status: 'success', pictures: [{ key: 'images/d/4' }] });
    }
  });

  it('ignores the cover of a book as a page image', () => {
    expect(applyPageEvent(NEW_PAGE, rendered(1, 'cover'))).toBeNull();
  });

  it('moves a page from pending to translated', () => {
    const events = [started(1), converted(2), translating(3, 1), translated(4, 1), translating(5, 2)];
    expect(play(events.slice(0, 1)).status).toBe('inprogress');
    expect(play(events.slice(0, 2))).toMatchObject({
      status: 'success',
      translationStatus: 'pending_translation',
    });
    expect(play(events)).toMatchObject({ translationStatus: 'translating' });
    const end = play([...events, translated(6, 2)]);
    expect(end.translationStatus).toBe('translated');
    expect(end.translatedContent?.items[0]?.content).toBe('level 1 of 4');
    expect(end.translatedContentLevel2?.items[0]?.content).toBe('level 2 of 6');
  });

  it.each<[string, PageEvent[]]>([
    ['a translated page', [started(1), converted(2), translating(3, 1), translated(4, 1), translated(6, 2)]],
    ['a page that has waited', [started(1), converted(2), waiting(3), translating(4, 1), translated(5, 1)]],
    ['a page that still waits', [started(1), converted(2), translated(4, 1), waiting(5)]],
    [
      'a page whose translation failed',
      [converted(2), translating(3, 1), translated(4, 1), translationFailed(6)],
    ],
    ['a page that failed', [started(1), failed(2), started(3), failed(4)]],
    [
      'a page that succeeded at its second try',
      [started(1), failed(2), started(3), converted(4), translating(5, 1)],
    ],
    [
      'a page that was processed again',
      [converted(2), translated(4, 1), started(7), converted(8), translated(9, 1)],
    ],
    ['a page that failed when reprocessed', [converted(2), translated(4, 2), started(7), failed(8)]],
  ])('is the same in every order, each event twice: %s', (_, events) => {
    const expected = play(events);
    for (const order of permutations(events)) {
      expect(play(order)).toEqual(expected);
      expect(play([...order, ...order.toReversed()])).toEqual(expected);
    }
  });

  it('drops translations of a replaced text, and keeps those that arrive before their text', () => {
    const page = play([converted(2), translated(3, 1), translated(4, 2), translated(9, 1), converted(8)]);
    expect(page.translatedContent?.items[0]?.content).toBe('level 1 of 9');
    expect(page.translatedContentLevel2).toBeNull();
    expect(play([converted(8), translated(3, 1)]).translatedContent).toBeNull();
  });

  it('counts the contribution of a page', () => {
    expect(countsOf(null)).toEqual({ succeeded: 0, failed: 0, level2: 0, untranslated: 0, waiting: 0 });
    expect(countsOf(play([failed(1)]))).toMatchObject({ succeeded: 0, failed: 1, untranslated: 0 });
    expect(countsOf(play([converted(1), waiting(2)]))).toMatchObject({
      succeeded: 1,
      untranslated: 1,
      waiting: 1,
    });
    expect(countsOf(play([converted(1), translated(2, 2)]))).toMatchObject({ level2: 1, untranslated: 0 });
    expect(countsOf(play([converted(1, '— * —')]))).toMatchObject({ succeeded: 1, untranslated: 0 });
    expect(countsOf(play([waiting(2)]))).toMatchObject({ waiting: 0 });
  });
});
