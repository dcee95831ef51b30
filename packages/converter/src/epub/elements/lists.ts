import type { Block } from '../block.js';
import { isDroppedElement } from '../element-kinds.js';
import { buildList } from '../list-builder.js';
import { childElements } from '../markup.js';
import type { MarkupElement } from '../markup.js';
import type { ReadingState } from '../reading-state.js';
import { styleOf } from '../style-sheet.js';
import type { ElementHandler, ElementScope } from './element-handler.js';

type ListItem = { blocks: Block[]; value?: number };

const readListItems = (element: MarkupElement, inner: ReadingState, { reader }: ElementScope): ListItem[] => {
  const items: ListItem[] = [];
  for (const child of childElements(element)) {
    const style = styleOf(child, reader.context.sheets);
    if (isDroppedElement(child.name) || style.hidden || child.attributes['hidden'] !== undefined) continue;
    const isItem = child.name === 'li';
    const value = Number.parseInt(child.attributes['value'] ?? '', 10);
    const blocks = reader.readBlocks(child, inner, isItem ? child.children : [child]);
    const last = items.at(-1);
    // A nested list that is not inside an `li` belongs to the entry before it.
    if (!isItem && last) last.blocks.push(...blocks);
    else items.push({ blocks, ...(isItem && Number.isInteger(value) ? { value } : {}) });
  }
  return items;
};

export const readList: ElementHandler = (element, scope) => {
  const { state, outer, sink } = scope;
  sink.flush(outer);
  const depth = outer.listDepth + 1;
  const items = readListItems(element, { ...state, listDepth: depth, align: undefined }, scope);
  const start = Number.parseInt(element.attributes['start'] ?? '1', 10);
  const numbering = {
    ordered: element.name === 'ol' && !state.unmarkedLists,
    start: Number.isInteger(start) ? start : 1,
    style: element.attributes['type'] ?? '',
  };
  sink.append(buildList(items, numbering, depth), state);
};

type Definition = { isTerm: boolean; blocks: Block[] };

const isShort = ({ blocks }: Definition): boolean =>
  blocks.length <= 1 && blocks.every(({ item }) => item.type === 'text');

/** One list item for each term: `term: definition`, several terms with the same definition separated by commas. */
const joinDefinitions = (parts: readonly Definition[]): ListItem[] => {
  const entries: ListItem[] = [];
  let followsTerm = true;
  for (const { isTerm, blocks } of parts) {
    const last = entries.at(-1)?.blocks[0];
    const [block] = blocks;
    if (!block) continue;
    if (isTerm && !(followsTerm && entries.length > 0)) entries.push({ blocks });
    else if (last?.item.type === 'text' && block.item.type === 'text') {
      last.item.content += `${isTerm ? ', ' : ': '}${block.item.content}`;
      last.anchors.push(...block.anchors);
      last.notes.push(...block.notes);
    } else entries.push({ blocks });
    followsTerm = isTerm;
  }
  return entries;
};

/** Reads a `dl`: short definitions become a list, longer ones stay paragraphs under their terms. */
export const readDefinitionList: ElementHandler = (element, { state, outer, sink, reader }) => {
  sink.flush(outer);
  const parts = childElements(element)
    .flatMap((child) => (child.name === 'div' ? childElements(child) : [child]))
    .filter((part) => part.name === 'dt' || part.name === 'dd')
    .map((part): Definition => {
      const isTerm = part.name === 'dt';
      const inner = { ...state, bold: isTerm, listDepth: state.listDepth + 1 };
      return { isTerm, blocks: reader.readBlocks(part, inner) };
    });
  const blocks = parts.every(isShort)
    ? buildList(joinDefinitions(parts), { ordered: false, start: 1, style: '' }, state.listDepth + 1)
    : parts.flatMap((part) => part.blocks);
  sink.append(blocks, state);
};
