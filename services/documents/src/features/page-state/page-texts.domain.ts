import type { ContentItem, SpokenItem } from '@hamkhan/contracts/content';
import { EDIT_TYPES, type EditType } from '@hamkhan/contracts/http/editing';
import { isSameItem, isSameText, mergeItems } from '@hamkhan/contracts/item-changes';
import { itemText } from '@hamkhan/contracts/page-text';
import type { PageState } from './page-state.domain.js';
import { itemRenamer } from './renamed-items.domain.js';

const FIELDS = {
  content: 'content',
  translation_1: 'translatedContent',
  translation_2: 'translatedContentLevel2',
} as const satisfies Record<EditType, keyof PageState>;

type Texts = Pick<PageState, (typeof FIELDS)[EditType]>;

/** The items of one of the texts of a page; null if it does not exist yet. */
export const itemsOf = (page: Texts, type: EditType): ContentItem[] | null =>
  page[FIELDS[type]]?.items ?? null;

function withItems(page: PageState, type: EditType, items: ContentItem[]): PageState {
  const field = FIELDS[type];
  const text = page[field];
  return text ? { ...page, [field]: { ...text, items } } : page;
}

/**
 * Applies a manual edit to one text of a page. The last generated text is stored beside it, so that a newer one can be merged
 * (`mergeEdits`).
 */
export function editText(page: PageState, type: EditType, items: ContentItem[]): PageState {
  const machine = page.edits?.[type]?.machine ?? itemsOf(page, type) ?? [];
  const { [type]: _replaced, ...others } = page.edits ?? {};
  const isAsMachine = isSameText(machine, items);
  const edits = isAsMachine ? others : { ...others, [type]: { machine, edited: items } };
  const edited = withItems({ ...page, edits }, type, isAsMachine ? machine : items);
  return withoutStaleSentencePairs(type === 'translation_2' ? withSpeechFreshness(edited) : edited);
}

/**
 * Merges manual edits into a page after an event of the pipeline. Untouched items follow the new text; items that a person changed, added,
 * removed or moved stay as they are (docs/adr/0014). While a text is missing, its edits are kept for its return.
 */
export function mergeEdits(before: PageState | null, after: PageState): PageState {
  let page = after;
  for (const type of EDIT_TYPES) {
    const edit = page.edits?.[type];
    const generated = itemsOf(page, type);
    if (!edit || !generated || (before && generated === itemsOf(before, type))) continue;
    const rename = itemRenamer(edit.machine, generated);
    const { items } = mergeItems(rename(edit.machine), rename(edit.edited), generated);
    page = withItems(
      { ...page, edits: { ...page.edits, [type]: { machine: generated, edited: items } } },
      type,
      items,
    );
  }
  if (!page.edits) return page;
  return withoutStaleSentencePairs(page.edits.translation_2 ? withSpeechFreshness(page) : page);
}

/** Ids of the manually changed items of a text. */
function editedIds(page: PageState, type: EditType): Set<string> {
  const edit = page.edits?.[type];
  if (!edit) return new Set();
  const machine = new Map(edit.machine.map((item) => [item.id, item]));
  return new Set(
    edit.edited.flatMap((item) => {
      const was = machine.get(item.id);
      return was && !isSameItem(was, item) ? [item.id] : [];
    }),
  );
}

/** Sentence pairs hold character offsets of both sides, so they are dropped when either side was edited. */
function withoutStaleSentencePairs(page: PageState): PageState {
  const inOriginal = editedIds(page, 'content');
  let result = page;
  for (const type of ['translation_1', 'translation_2'] as const) {
    const items = itemsOf(page, type);
    const edited = editedIds(page, type);
    const isStale = (item: ContentItem): boolean =>
      item.sentence_pairs !== undefined && (inOriginal.has(item.id) || edited.has(item.id));
    if (items?.some(isStale)) {
      const without = items.map((item) => (isStale(item) ? { ...item, sentence_pairs: undefined } : item));
      result = withItems(result, type, without);
    }
  }
  return result;
}

/** Marks the audio of a page as outdated if its text has changed; the audio is kept until a new one exists (C04). */
function withSpeechFreshness(page: PageState): PageState {
  const { speech } = page;
  if (!speech?.audio) return page;
  const { outdated: _before, ...rest } = speech;
  const isOutdated = !matchesSpokenText(speech.audio.items, itemsOf(page, 'translation_2') ?? []);
  return { ...page, speech: isOutdated ? { ...rest, outdated: true } : rest };
}

/** Item types without speech. */
const SILENT: ReadonlySet<ContentItem['type']> = new Set(['table', 'math', 'code', 'abandon']);
/** Letters and digits only: speech synthesis gets texts with different spaces and punctuation. */
const spokenCharacters = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');

/** Whether the spoken items and the current items have the same text. */
function matchesSpokenText(spoken: readonly SpokenItem[], items: readonly ContentItem[]): boolean {
  const spokenTexts = spoken.map(({ id, content }) => `${id} ${spokenCharacters(content)}`);
  const currentTexts = items
    .filter((item) => !SILENT.has(item.type) && /\p{L}/u.test(itemText(item)))
    .map((item) => `${item.id} ${spokenCharacters(itemText(item))}`);
  return (
    spokenTexts.length === currentTexts.length &&
    spokenTexts.every((text, index) => text === currentTexts[index])
  );
}

/** The revision of the page at which each text last changed; 0 if it was not recorded. */
export function textRevisionsOf(
  before: PageState | null,
  after: PageState,
  revision: number,
): Record<EditType, number> {
  const revisions = { content: 0, translation_1: 0, translation_2: 0, ...before?.textRevisions };
  for (const type of EDIT_TYPES) {
    const [old, now] = [before && itemsOf(before, type), itemsOf(after, type)];
    if (old !== now && !(old && now && isSameText(old, now))) revisions[type] = revision;
  }
  return revisions;
}

/** Manually edited items of a translation with their originals. */
export function editedPairs(page: PageState, type: EditType): { source: ContentItem; target: ContentItem }[] {
  if (type === 'content') return [];
  const edited = editedIds(page, type);
  const originals = new Map((itemsOf(page, 'content') ?? []).map((item) => [item.id, item]));
  return (itemsOf(page, type) ?? []).flatMap((target) => {
    const source = originals.get(target.id);
    return source && edited.has(target.id) ? [{ source, target }] : [];
  });
}
