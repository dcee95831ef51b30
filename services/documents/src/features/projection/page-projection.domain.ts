import type { EventData, EventType } from '@hamkhan/contracts/events/registry';
import type { Why } from '../document/document.schema.js';
import type { SpeechRow } from '../page/page.schema.js';
import type { PageState } from '../page-state/page-state.domain.js';

export type PageEventType = Extract<EventType, `pipeline.page.${string}`>;
export type PageEvent = {
  [T in PageEventType]: { type: T; version: number; data: EventData<T> };
}[PageEventType];

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
    case 'pipeline.page.rendered':
      return depict(page, version, event.data);
    case 'pipeline.page.speech-changed':
      return changeSpeech(page, version, event.data);
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
  { of, pictures }: EventData<'pipeline.page.rendered'>,
): PageState | null {
  if (of === 'cover' || version <= page.versions.pictures) return null;
  return { ...page, pictures, versions: { ...page.versions, pictures: version } };
}

/** A new try keeps the audio there is until its own is ready, and leaves it to be heard where it fails (C04). */
function changeSpeech(
  page: PageState,
  version: number,
  { status, audio, failure }: EventData<'pipeline.page.speech-changed'>,
): PageState | null {
  if (version <= page.versions.speech) return null;
  const { failure: _before, ...known }: Partial<SpeechRow> = page.speech ?? {};
  const stays = status === 'failed' && known.audio;
  const speech: SpeechRow = audio
    ? { status, audio }
    : { audio: null, ...known, status: stays ? 'success' : status, ...(failure ? { failure } : {}) };
  return { ...page, speech, versions: { ...page.versions, speech: version } };
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
