import type { ContentItem } from '@hamkhan/contracts/content';
import type { DocumentMetadata, ReaderPage } from '@hamkhan/contracts/http/documents';

/** 0 is the original, 1 the raw translation, 2 the final one (decisions.md G71). */
export type Version = 0 | 1 | 2;

export type ShownText = { version: Version; items: readonly ContentItem[] };

/** All items of one version of a page. */
export const itemsOf = (page: ReaderPage, version: Version): readonly ContentItem[] =>
  [page.content, page.translated_content, page.translated_content_level2][version]?.items ?? [];

/** Items without the running heads and page numbers of the original. */
export const readable = (items: readonly ContentItem[] | undefined): readonly ContentItem[] =>
  (items ?? []).filter((item) => item.type !== 'abandon');

/**
 * The text to show for a wanted version: a missing translation is replaced by the other one, and both by the original. Null
 * while the page has no text at all.
 */
export const shownText = (page: ReaderPage, wanted: Version): ShownText | null => {
  if (!page.content) return null;
  const original = readable(page.content.items);
  const texts: Record<Version, readonly ContentItem[]> = {
    0: original,
    1: readable(page.translated_content?.items),
    2: readable(page.translated_content_level2?.items),
  };
  const order: readonly Version[] = wanted === 0 ? [0] : wanted === 1 ? [1, 2, 0] : [2, 1, 0];
  const version = order.find((one) => texts[one].length > 0) ?? 0;
  return { version, items: texts[version] };
};

/** Why the shown text is not the wanted one. */
export type TextNotice =
  | { kind: 'otherVersion'; wanted: 1 | 2; shown: 1 | 2 }
  | { kind: 'translating' }
  | { kind: 'queued' }
  | { kind: 'waiting'; code: string }
  | { kind: 'failed'; code: string | null }
  | { kind: 'stopped' }
  | { kind: 'none' };

type DocumentState = Pick<DocumentMetadata, 'status' | 'note_code' | 'awaiting_translator'>;

/** Why the wanted translation is not shown; null when it is, or when there is nothing to translate. */
export const textNotice = (
  page: ReaderPage,
  document: DocumentState,
  wanted: Version,
  shown: ShownText,
): TextNotice | null => {
  if (wanted === 0 || shown.version === wanted || shown.items.length === 0) return null;
  if (shown.version !== 0) return { kind: 'otherVersion', wanted, shown: shown.version };
  switch (page.translation_status) {
    case 'translate_failed':
      return { kind: 'failed', code: page.note_code };
    case 'translated':
      return { kind: 'none' };
    case 'translating':
    case 'pending_translation':
  }
  if (document.status === 'failed' || document.status === 'skipped' || document.status === 'canceled')
    return { kind: 'stopped' };
  const code = page.note_code ?? (document.awaiting_translator ? document.note_code : null);
  if (code) return { kind: 'waiting', code };
  return { kind: page.translation_status === 'translating' ? 'translating' : 'queued' };
};

/** Whether the page is final: no further text will arrive for it. */
export const isSettled = (page: ReaderPage): boolean =>
  page.status === 'failed' ||
  (page.status === 'success' &&
    (page.translation_status === 'translate_failed' ||
      (page.translation_status === 'translated' && page.translated_content_level2 !== null)));
