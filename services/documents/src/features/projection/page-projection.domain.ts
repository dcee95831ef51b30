import type { ContentItem, ListEntry, PageContent } from '@hamkhan/contracts/content';
import type { EventData, EventType } from '@hamkhan/contracts/events/registry';
import type { PageCounts, Why } from '../document/document.schema.js';
import type { UnrenderedPage } from '../page/page-render.domain.js';

export type PageEventType = Extract<EventType, `pipeline.page.${string}`>;
export type PageEvent = {
  [T in PageEventType]: { type: T; version: number; data: EventData<T> };
}[PageEventType];

/** What events change of a page. */
export type PageState = Omit<UnrenderedPage, '_id' | 'documentId' | 'number' | 'revision'>;

export const NEW_PAGE: PageState = {
  status: 'pending',
  failure: null,
  translationStatus: 'pending_translation',
  translationWhy: null,
  waiting: false,
  pictures: [],
  content: null,
  translatedContent: null,
  translatedContentLevel2: null,
  versions: { conversion: 0, text: 0, translation: 0, pictures: 0, level1: 0, level2: 0 },
};

/**
 * The page after an event, or null where the event changes nothing. All events of a page share one growing version, and each thing
 * they are about (its conversion, its translation's state, each level's text) keeps the newest it has seen, so that the
 * same events end in the same page in whatever order and however often they come. A translation that is older than the
 * text belongs to a text that is gone (C02, C03).
 */
export function applyPageEvent(page: PageState, event: PageEvent): PageState | null {
  const { version } = event;
  switch (event.type) {
    case 'pipeline.page.started':
      return convert(page, version, { status: 'inprogress', failure: null });
    case 'pipeline.page.failed':
      return convert(page, version, { status: 'failed', failure: whyOf(event.data) });
    case 'pipeline.page.converted': {
      const withText = replaceText(page, version, event.data);
      return convert(withText ?? page, version, { status: 'success', failure: null }) ?? withText;
    }
    case 'pipeline.page.depicted':
      return depict(page, version, event.data);
    case 'pipeline.page.translated':
      return translate(page, version, event.data);
    case 'pipeline.page.translation-started':
      return changeTranslation(page, version, { translationStatus: 'translating' });
    case 'pipeline.page.translation-failed':
      return changeTranslation(page, version, {
        translationStatus: 'translate_failed',
        translationWhy: whyOf(event.data),
      });
    case 'pipeline.page.translation-waiting':
      return changeTranslation(page, version, { translationWhy: whyOf(event.data), waiting: true });
  }
}

const UNTRANSLATED = {
  translationStatus: 'pending_translation',
  translationWhy: null,
  waiting: false,
} as const;

function convert(page: PageState, version: number, change: Partial<PageState>): PageState | null {
  if (version <= page.versions.conversion) return null;
  return { ...page, ...change, versions: { ...page.versions, conversion: version } };
}

function depict(
  page: PageState,
  version: number,
  { of, pictures }: EventData<'pipeline.page.depicted'>,
): PageState | null {
  if (of === 'cover' || version <= page.versions.pictures) return null;
  return { ...page, pictures, versions: { ...page.versions, pictures: version } };
}

/** What was translated from an older text goes; what is newer came early and stays. */
function replaceText(
  page: PageState,
  version: number,
  { content }: EventData<'pipeline.page.converted'>,
): PageState | null {
  const { versions } = page;
  if (version <= versions.text) return null;
  const state: PageState = { ...page, content, versions: { ...versions, text: version } };
  if (versions.translation < version) {
    Object.assign(state, UNTRANSLATED);
    state.versions.translation = 0;
  }
  if (versions.level1 < version) {
    state.translatedContent = null;
    state.versions.level1 = 0;
  }
  if (versions.level2 < version) {
    state.translatedContentLevel2 = null;
    state.versions.level2 = 0;
  }
  return state;
}

function translate(
  page: PageState,
  version: number,
  { level, content }: EventData<'pipeline.page.translated'>,
): PageState | null {
  const slot = level === 1 ? 'level1' : 'level2';
  if (version < page.versions.text || version <= page.versions[slot]) return null;
  const withText: PageState = {
    ...page,
    ...(level === 1 ? { translatedContent: content } : { translatedContentLevel2: content }),
    versions: { ...page.versions, [slot]: version },
  };
  const translationStatus = level === 2 ? 'translated' : 'translating';
  return changeTranslation(withText, version, { translationStatus }) ?? withText;
}

function changeTranslation(page: PageState, version: number, change: Partial<PageState>): PageState | null {
  const { versions } = page;
  if (version < versions.text || version <= versions.translation) return null;
  return { ...page, ...UNTRANSLATED, ...change, versions: { ...versions, translation: version } };
}

const whyOf = ({ reason, params }: { reason: string; params: Why['params'] }): Why => ({
  code: reason,
  params,
});

/** What one page adds to the counts of its document. */
export function countsOf(page: PageState | null): PageCounts {
  const succeeded = page?.status === 'success';
  const hasLevel2 = succeeded && page.translatedContentLevel2 !== null;
  return {
    succeeded: Number(succeeded),
    failed: Number(page?.status === 'failed'),
    level2: Number(hasLevel2),
    untranslated: Number(succeeded && !hasLevel2 && hasWords(page.content)),
    waiting: Number(succeeded && !hasLevel2 && page.waiting),
  };
}

/** What a change of a page adds to, or takes from, the counts of its document. */
export function changeOfCounts(before: PageCounts, after: PageCounts): PageCounts {
  const change = { ...after };
  for (const name of Object.keys(change) as (keyof PageCounts)[]) change[name] -= before[name];
  return change;
}

/** Words are the same in both languages here, or no reader sees them. */
const PASS_THROUGH: ReadonlySet<ContentItem['type']> = new Set(['math', 'code', 'abandon']);
const WORD = /[\p{L}\p{N}]/u;

/** Whether there is anything on a page to translate: a page without words is never translated and holds nothing up (C01). */
export const hasWords = (content: PageContent | null): boolean =>
  content !== null &&
  content.items.some((item) => !PASS_THROUGH.has(item.type) && textsOf(item).some((text) => WORD.test(text)));

function textsOf(item: ContentItem): string[] {
  if (item.type === 'list') return entryTexts(item['list-items']);
  if (item.type === 'figure') return [item.caption ?? '', item.description ?? ''];
  return [item.content];
}

const entryTexts = (entries: readonly ListEntry[]): string[] =>
  entries.flatMap((entry) => [entry.content, ...entryTexts(entry['list-items'] ?? [])]);
