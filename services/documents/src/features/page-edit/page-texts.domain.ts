import type { ContentItem, SpokenItem } from '@hamkhan/contracts/content';
import { EDIT_TYPES, type EditType } from '@hamkhan/contracts/http/editing';
import { isSameItem, isSameText, mergeItems } from '@hamkhan/contracts/item-changes';
import { itemText } from '@hamkhan/contracts/page-text';
import type { PageState } from '../page-state/page-state.domain.js';
import { followingIds } from './following-ids.domain.js';

const FIELDS = {
  content: 'content',
  translation_1: 'translatedContent',
  translation_2: 'translatedContentLevel2',
} as const satisfies Record<EditType, keyof PageState>;

type Texts = Pick<PageState, (typeof FIELDS)[EditType]>;

/** The items of one of a page's texts; null while there is none. */
export const itemsOf = (page: Texts, type: EditType): ContentItem[] | null =>
  page[FIELDS[type]]?.items ?? null;

function withItems(page: PageState, type: EditType, items: ContentItem[]): PageState {
  const field = FIELDS[type];
  const text = page[field];
  return text ? { ...page, [field]: { ...text, items } } : page;
}

/**
 * A page after a person has changed one of its texts. What the pipeline last said there stays beside it, so that what it says later is
 * merged (`keepEdits`).
 */
export function editText(page: PageState, type: EditType, items: ContentItem[]): PageState {
  const machine = page.edits?.[type]?.machine ?? itemsOf(page, type) ?? [];
  const { [type]: _gone, ...others } = page.edits ?? {};
  const isAsMachine = isSameText(machine, items);
  const edits = isAsMachine ? others : { ...others, [type]: { machine, mine: items } };
  const edited = withItems({ ...page, edits }, type, isAsMachine ? machine : items);
  return withoutStalePairs(type === 'translation_2' ? withSpeechJudged(edited) : edited);
}

/**
 * A page after an event of the pipeline, with the edits of people in it. Where a text came anew, items that nobody touched are as they came;
 * what people changed, added, removed or moved stays (docs/adr/0014). While a text is away its edits wait for it.
 */
export function keepEdits(before: PageState | null, after: PageState): PageState {
  let page = after;
  for (const type of EDIT_TYPES) {
    const edit = page.edits?.[type];
    const theirs = itemsOf(page, type);
    if (!edit || !theirs || (before && theirs === itemsOf(before, type))) continue;
    const rename = followingIds(edit.machine, theirs);
    const { items } = mergeItems(rename(edit.machine), rename(edit.mine), theirs);
    page = withItems(
      { ...page, edits: { ...page.edits, [type]: { machine: theirs, mine: items } } },
      type,
      items,
    );
  }
  if (!page.edits) return page;
  return withoutStalePairs(page.edits.translation_2 ? withSpeechJudged(page) : page);
}

/** Ids of the items of a text that people have changed. */
function editedIds(page: PageState, type: EditType): Set<string> {
  const edit = page.edits?.[type];
  if (!edit) return new Set();
  const machine = new Map(edit.machine.map((item) => [item.id, item]));
  return new Set(
    edit.mine.flatMap((item) => {
      const was = machine.get(item.id);
      return was && !isSameItem(was, item) ? [item.id] : [];
    }),
  );
}

/** Pairs of sentences count characters on both sides: they end where either side was edited. */
function withoutStalePairs(page: PageState): PageState {
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

/** Says of the audio of a page whether it is of the text that the page has; it is kept until it is done again (C04). */
function withSpeechJudged(page: PageState): PageState {
  const { speech } = page;
  if (!speech?.audio) return page;
  const { outdated: _before, ...rest } = speech;
  const isOutdated = !saysAll(speech.audio.items, itemsOf(page, 'translation_2') ?? []);
  return { ...page, speech: isOutdated ? { ...rest, outdated: true } : rest };
}

/** What nobody reads aloud. */
const SILENT: ReadonlySet<ContentItem['type']> = new Set(['table', 'math', 'code', 'abandon']);
/** Letters and digits alone: a voice is given its texts with other spaces and full stops. */
const sounds = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');

/** Whether what was spoken is what the items say, no more and no less. */
function saysAll(spoken: readonly SpokenItem[], items: readonly ContentItem[]): boolean {
  const said = spoken.map(({ id, content }) => `${id} ${sounds(content)}`);
  const written = items
    .filter((item) => !SILENT.has(item.type) && /\p{L}/u.test(itemText(item)))
    .map((item) => `${item.id} ${sounds(itemText(item))}`);
  return said.length === written.length && said.every((one, index) => one === written[index]);
}

/** Revisions of the page at which each text got the words it has; 0 where that was before anybody counted. */
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

/** Items of a translation beside the originals they are of, where people changed either side's words. */
export function editedPairs(page: PageState, type: EditType): { source: ContentItem; target: ContentItem }[] {
  if (type === 'content') return [];
  const edited = editedIds(page, type);
  const originals = new Map((itemsOf(page, 'content') ?? []).map((item) => [item.id, item]));
  return (itemsOf(page, type) ?? []).flatMap((target) => {
    const source = originals.get(target.id);
    return source && edited.has(target.id) ? [{ source, target }] : [];
  });
}
