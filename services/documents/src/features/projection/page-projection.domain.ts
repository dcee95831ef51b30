import type { EventData, EventType } from '@hamkhan/contracts/events/registry';
import type { Reason } from '../page/reason.js';
import type { SpeechRow } from '../page/page.schema.js';
import type { PageState } from '../page-state/page-state.domain.js';

export type PageEventType = Extract<EventType, `pipeline.page.${string}`>;
export type PageEvent = {
  [T in PageEventType]: { type: T; version: number; data: EventData<T> };
}[PageEventType];

/**
 * Applies an event to a page; null if it changes nothing. All events of a page share one increasing version, and each part of the page (its
 * conversion, its translation state, the text of each level) keeps the newest event applied to it. So the result does not depend on the order
 * or repetition of events. A translation older than the text belongs to a replaced text (C02, C03).
 */
export function applyPageEvent(page: PageState, event: PageEvent): PageState | null {
  const { version } = event;
  switch (event.type) {
    case 'pipeline.page.started':
      return convert(page, version, { status: 'inprogress', failure: null });
    case 'pipeline.page.failed':
      return convert(page, version, { status: 'failed', failure: toReason(event.data) });
    case 'pipeline.page.converted': {
      const withText = replaceText(page, version, event.data);
      return convert(withText ?? page, version, { status: 'success', failure: null }) ?? withText;
    }
    case 'pipeline.page.rendered':
      return replaceImages(page, version, event.data);
    case 'pipeline.page.speech-changed':
      return changeSpeech(page, version, event.data);
    case 'pipeline.page.translated':
      return translate(page, version, event.data);
    case 'pipeline.page.translation-started':
      return changeTranslation(page, version, { translationStatus: 'translating' });
    case 'pipeline.page.translation-failed':
      return changeTranslation(page, version, {
        translationStatus: 'translate_failed',
        translationReason: toReason(event.data),
      });
    case 'pipeline.page.translation-waiting':
      return changeTranslation(page, version, { translationReason: toReason(event.data), waiting: true });
  }
}

const UNTRANSLATED = {
  translationStatus: 'pending_translation',
  translationReason: null,
  waiting: false,
} as const;

function convert(page: PageState, version: number, change: Partial<PageState>): PageState | null {
  if (version <= page.versions.conversion) return null;
  return { ...page, ...change, versions: { ...page.versions, conversion: version } };
}

function replaceImages(
  page: PageState,
  version: number,
  { of, pictures }: EventData<'pipeline.page.rendered'>,
): PageState | null {
  if (of === 'cover' || version <= page.versions.pictures) return null;
  return { ...page, pictures, versions: { ...page.versions, pictures: version } };
}

/** A new attempt keeps the existing audio until its own is ready or it fails (C04). */
function changeSpeech(
  page: PageState,
  version: number,
  { status, audio, failure }: EventData<'pipeline.page.speech-changed'>,
): PageState | null {
  if (version <= page.versions.speech) return null;
  const { failure: _previous, ...known }: Partial<SpeechRow> = page.speech ?? {};
  const keepsAudio = status === 'failed' && known.audio;
  const speech: SpeechRow = audio
    ? { status, audio }
    : { audio: null, ...known, status: keepsAudio ? 'success' : status, ...(failure ? { failure } : {}) };
  return { ...page, speech, versions: { ...page.versions, speech: version } };
}

/** Removes translations of an older text; newer ones arrived early and stay. */
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

const toReason = ({ reason, params }: { reason: string; params: Reason['params'] }): Reason => ({
  code: reason,
  params,
});
