import type { Box } from './box.domain.js';
import { areaOf, centreIsInside, overlapOf, unionOf, verticalOverlapOf } from './box.domain.js';
import { captionKindOf } from './caption.domain.js';
import { guessCodeLanguage } from '../epub/code-language.domain.js';
import type { PageDrawing } from './figures.domain.js';
import {
  findCaptionedFrames,
  findCaptionedInk,
  findDrawings,
  findImages,
  mergeFigures,
} from './figures.domain.js';
import { headingLevelOf } from './headings.domain.js';
import { inlineMarkdownOf, isBreakHyphen, plainTextOf, vocabularyOf } from './inline-text.domain.js';
import type { DraftItem } from './item-id.domain.js';
import { readListMarker } from './list-marker.domain.js';
import { findDisplayMath, isDelimiter } from './math.domain.js';
import type { TextBlock } from './paragraphs.domain.js';
import { splitBlocks } from './paragraphs.domain.js';
import type { Atom } from './reading-order.domain.js';
import { orderRegions } from './reading-order.domain.js';
import { joinsWithoutSpace } from './script.domain.js';
import { pagesOfSheet } from './spread.domain.js';
import type { StructuredItem, StructureInput } from './structure-types.js';
import type { TableRule } from './table.domain.js';
import { findAlignedTables, findRuledTables } from './table.domain.js';
import { findTaggedTables } from './tagged-tables.domain.js';
import type { TextLine } from './text-line.js';

type ListEntry = Extract<DraftItem, { type: 'list' }>['list-items'][number];

/**
 * Makes the items of a page from its lines, rules and pictures: tables and formulas are taken out whole, columns are put in
 * reading order, lines become paragraphs, headings, lists, captions and code, and what belongs to the margin is set aside. Two
 * pages on one sheet are read one after the other.
 */
export const structurePage = (input: StructureInput): StructuredItem[] => {
  const vocabulary = vocabularyOf(input.lines);
  const items: StructuredItem[] = [];
  for (const page of pagesOfSheet(input)) joinAcross(items, structureOne(page, vocabulary), vocabulary);
  return items;
};

const structureOne = (input: StructureInput, vocabulary: ReadonlySet<string>): StructuredItem[] => {
  const { head, foot, body } = setAside(input);
  const { drawing } = input;
  const cells = drawing?.isScan
    ? findRuledTables(body, tableRulesOf(drawing), vocabulary, input.direction)
    : [];
  const pictures = (drawing ? findImages(drawing, body) : []).filter(
    (image) => !cells.some(({ box }) => isShading(image, box)),
  );
  const frames = drawing ? findCaptionedFrames(drawing, body, pictures) : [];
  const named = drawing?.isScan ? findCaptionedInk(drawing, body) : [];
  const images = [...pictures, ...frames, ...named];
  const tagged = findTaggedTables(body, vocabulary);
  let rest = joinListingRows(tagged.rest).filter((line) => !images.some((image) => isCovered(line, image)));
  const takeOut = (found: readonly { lines: readonly TextLine[] }[]): void => {
    const taken = new Set(found.flatMap((entry) => entry.lines));
    rest = rest.filter((line) => !taken.has(line));
  };
  const rules = drawing
    ? tableRulesOf(drawing).filter(
        (rule) =>
          !images.some((image) => centreIsInside(rule, image)) &&
          !tagged.tables.some(
            ({ box }) => overlapOf(rule, grown(box)) > 0 || centreIsInside(rule, grown(box)),
          ),
      )
    : [];
  const ruled = findRuledTables([...rest, ...(input.lying ?? [])], rules, vocabulary, input.direction);
  takeOut(ruled);
  const taken = [...images, ...[...tagged.tables, ...ruled].map((table) => table.box)];
  const drawings = drawing ? findDrawings(drawing, rest, taken) : [];
  rest = rest.filter((line) => !drawings.some((figure) => isCovered(line, figure)));
  const wholes: StructuredItem[] = mergeFigures([...images, ...drawings]).map((box) => ({
    item: { type: 'figure', content: '', src: '' },
    box,
    crop: true,
  }));
  const free = rules.filter(
    (rule) =>
      ![...taken, ...drawings].some((other) => overlapOf(rule, other) > 0 || centreIsInside(rule, other)),
  );
  const formulas = input.isRecognised ? [] : findDisplayMath(rest);
  takeOut(formulas);
  const aligned = findAlignedTables(rest, free, vocabulary, input.direction);
  takeOut(aligned);
  if (!input.isRecognised) rest = rest.filter((line) => !isDelimiter(line));
  for (const table of [...tagged.tables, ...ruled, ...aligned])
    wholes.push({ item: { type: 'table', content: table.markdown }, box: table.box });
  for (const formula of formulas) {
    wholes.push({ item: { type: 'math', content: mathText(formula.lines) }, box: formula.box, crop: true });
  }

  const atoms: Atom<StructuredItem>[] = [
    ...rest.map((line) => ({
      kind: 'line' as const,
      line,
      x0: line.x0,
      y0: line.y0,
      x1: line.x1,
      y1: line.y1,
    })),
    ...wholes.map((whole) => ({ kind: 'whole' as const, whole, ...whole.box })),
  ];
  const items: StructuredItem[] = [];
  const notes: StructuredItem[] = [];
  for (const region of orderRegions(atoms, input.direction)) {
    const built = buildRegion(region.atoms, input, vocabulary);
    joinAcross(items, built.items, vocabulary);
    notes.push(...built.notes);
  }
  return [...head, ...nameCaptions(mergeLists(items, input.direction)), ...notes, ...foot];
};

/** Strokes of tables: rules, and the edges of coloured cells. */
const tableRulesOf = ({ rules, panels }: PageDrawing): TableRule[] => [
  ...rules.map((rule) => ({ ...rule, horizontal: rule.x1 - rule.x0 >= rule.y1 - rule.y0 })),
  ...panels
    .filter((panel) => panel.x1 - panel.x0 > 12 && panel.y1 - panel.y0 > 7)
    .slice(0, 600)
    .flatMap(({ x0, y0, x1, y1 }) => [
      { x0, y0, x1, y1: y0, horizontal: true },
      { x0, y0: y1, x1, y1, horizontal: true },
      { x0, y0, x1: x0, y1, horizontal: false },
      { x0: x1, y0, x1, y1, horizontal: false },
    ]),
];

/** Grey cells, leaders and boxes to tick look like pictures on a scan. */
const isShading = (image: Box, table: Box): boolean =>
  centreIsInside(image, table) && areaOf(image) < 0.5 * areaOf(table);

/** A table's rules stand a little outside its words. */
const grown = ({ x0, y0, x1, y1 }: Box): Box => ({ x0: x0 - 8, y0: y0 - 8, x1: x1 + 8, y1: y1 + 8 });

/** A caption that stands on the edge of its picture's frame is none of the picture's labels. */
const isCovered = (line: TextLine, figure: Box): boolean =>
  overlapOf(line, figure) > 0.6 * areaOf(line) &&
  !(
    captionKindOf(plainTextOf([line])) &&
    (line.y1 > figure.y1 - 2 * line.size || line.y0 < figure.y0 + line.size)
  );

const setAside = (
  input: StructureInput,
): { head: StructuredItem[]; foot: StructuredItem[]; body: TextLine[] } => {
  const head: StructuredItem[] = [];
  const foot: StructuredItem[] = [];
  const body: TextLine[] = [];
  const allMarked = input.lines.every((line) => line.artifact);
  for (const line of input.lines) {
    const isMargin = line.y1 < 0.12 * input.height || line.y0 > 0.88 * input.height;
    // The cells of a tagged table may stand where a neighbour has the like: they are in its first row.
    const isRunning = input.running.has(line) && !line.words.some((word) => word.cell);
    const isAside = isRunning || isOrnament(line) || (line.artifact && isMargin && !allMarked);
    if (!isAside) {
      body.push(line);
      continue;
    }
    const entry: StructuredItem = { item: { type: 'abandon', content: plainTextOf([line]) }, box: line };
    if ((line.y0 + line.y1) / 2 < input.height / 2) head.push(entry);
    else foot.push(entry);
  }
  return { head, foot, body };
};

/** Rows of signs without a letter or a digit: rulers, crop marks, borders made of type. */
const isOrnament = (line: TextLine): boolean => {
  const text = line.words.map((word) => word.text).join('');
  return text.length >= 8 && !/[\p{L}\p{N}\p{Sm}]/u.test(text);
};

const mathText = (lines: readonly TextLine[]): string =>
  [...lines]
    .sort((a, b) =>
      verticalOverlapOf(a, b) > 0.5 * Math.min(a.y1 - a.y0, b.y1 - b.y0)
        ? a.x0 - b.x0
        : a.baseline - b.baseline,
    )
    .map((line) => plainTextOf([line]))
    .join(' ');

type Built = { items: StructuredItem[]; notes: StructuredItem[] };

/** The items of one column, from top to bottom. */
const buildRegion = (
  atoms: readonly Atom<StructuredItem>[],
  input: StructureInput,
  vocabulary: ReadonlySet<string>,
): Built => {
  const built: Built = { items: [], notes: [] };
  let lines: TextLine[] = [];
  const flush = (): void => {
    const blocks = splitBlocks(lines, input.isRecognised, input.profile.pitch);
    for (const [index, block] of joinCode(blocks).entries()) {
      const isLast = index === blocks.length - 1;
      const entry = toItem(block, input, vocabulary);
      const isNote =
        isFootnote(block, input, built.notes.length > 0) &&
        entry.item.type !== 'heading' &&
        (isLast || built.notes.length > 0 || allSmall(blocks.slice(index), input));
      const target = isNote ? built.notes : built.items;
      const before = target.at(-1);
      if (!joinHeading(before, entry, block) && !joinRest(before, entry, block, vocabulary))
        target.push(entry);
    }
    lines = [];
  };
  for (const atom of atoms) {
    if (atom.kind === 'line') lines.push(atom.line);
    else {
      flush();
      built.items.push(atom.whole);
    }
  }
  flush();
  return built;
};

/** A title of several lines, set wider apart than text, is one heading; one with a number of its own is another. */
const joinHeading = (
  before: StructuredItem | undefined,
  entry: StructuredItem,
  block: TextBlock,
): boolean => {
  if (before?.item.type !== 'heading' || entry.item.type !== 'heading') return false;
  const isClose =
    block.gapBefore < 0.6 * block.size && Math.abs((before.size ?? 0) - (entry.size ?? 0)) < 0.6;
  const isOne =
    before.item.level === entry.item.level &&
    !/^[\p{Nd}IVX]+[.\s]/u.test(entry.item.content) &&
    !/[.!?:]$/u.test(before.item.content);
  if (!isClose || !isOne || before.item.content.length + entry.item.content.length > 200) return false;
  const space = joinsWithoutSpace(before.item.content, entry.item.content) ? '' : ' ';
  before.item = { ...before.item, content: before.item.content + space + entry.item.content };
  before.box = unionOf([before.box, entry.box]);
  return true;
};

/** Where letters have no case, nothing but length and distance tells prose from lines of verse and labels. */
const CASELESS_REST = 60;
const CASELESS_GAP = 0.35;

/** The rest of a sentence that white space or a ragged line had cut off: it goes on in lower case (or in a script that has none), close below. */
const joinRest = (
  before: StructuredItem | undefined,
  entry: StructuredItem,
  block: TextBlock,
  vocabulary: ReadonlySet<string>,
): boolean => {
  if (entry.item.type !== 'text' || entry.item.text_align || block.gapBefore > 0.6 * block.size) return false;
  const { content } = entry.item;
  const [, first = ''] = /^[«"„“‘(]*(.)/u.exec(content) ?? [];
  const isCaseless = /\p{Lo}/u.test(first);
  if (isCaseless ? block.gapBefore > CASELESS_GAP * block.size : !/\p{Ll}/u.test(first)) return false;
  if (Math.abs((before?.size ?? 0) - (entry.size ?? 0)) > 0.6) return false;
  const join = (head: string): string | null => {
    if (ENDS.test(head) || head.length < (isCaseless ? CASELESS_REST : 20)) return null;
    const isHyphen = isBreakHyphen(head, plainTextOf(block.lines), vocabulary);
    return (
      (isHyphen ? head.slice(0, -1) : head) +
      (isHyphen || joinsWithoutSpace(head, content) ? '' : ' ') +
      content
    );
  };
  if (before?.item.type === 'text' && !before.item.text_align) {
    const joined = join(before.item.content);
    if (joined === null) return false;
    before.item = { ...before.item, content: joined };
  } else if (before?.item.type === 'list') {
    const last = before.item['list-items'].at(-1);
    const joined = last ? join(last.content) : null;
    if (!last || joined === null) return false;
    last.content = joined;
    if (before.marked !== undefined) before.marked = join(before.marked) ?? before.marked;
  } else return false;
  before.box = unionOf([before.box, entry.box]);
  return true;
};

const allSmall = (blocks: readonly TextBlock[], input: StructureInput): boolean =>
  blocks.every((block) => block.size < 0.94 * input.profile.bodySize);

const NOTE_START = /^(?:[\p{No}⁰-⁹*†‡§¶∗]|\p{Nd}{1,3}[\s.)]|\[\p{Nd}{1,3}\])/u;

/** Small type at the foot of a column that begins with a note's mark (or goes on after one that did). */
const isFootnote = (block: TextBlock, input: StructureInput, isAfterNote: boolean): boolean => {
  if (input.isRecognised || block.size >= 0.94 * input.profile.bodySize || block.box.y0 < 0.5 * input.height)
    return false;
  const first = block.lines[0]?.words[0];
  const isMarked =
    first !== undefined && (first.style.script === 1 || NOTE_START.test(plainTextOf(block.lines)));
  const isUnderRule = (input.drawing?.rules ?? []).some(
    (rule) =>
      rule.x1 - rule.x0 > rule.y1 - rule.y0 &&
      rule.y1 < block.box.y0 + 2 &&
      block.box.y0 - rule.y1 < 1.6 * block.size &&
      Math.abs(rule.x0 - block.box.x0) < 20,
  );
  return isMarked || isUnderRule || isAfterNote;
};

/** Lines of code that white space set apart are one listing. */
const joinCode = (blocks: readonly TextBlock[]): TextBlock[] => {
  const joined: TextBlock[] = [];
  for (const block of blocks) {
    const before = joined.at(-1);
    if (before?.isMono && block.isMono && block.gapBefore < 2.2 * block.size) {
      before.lines.push(...block.lines);
      before.box = unionOf([before.box, block.box]);
    } else joined.push({ ...block, lines: [...block.lines] });
  }
  return joined;
};

const toItem = (block: TextBlock, input: StructureInput, vocabulary: ReadonlySet<string>): StructuredItem => {
  const { box } = block;
  const text = plainTextOf(block.lines, vocabulary);
  const align = block.align ? { text_align: block.align } : {};
  if (isCode(block, text)) {
    const code = codeText(block.lines);
    return { item: { type: 'code', content: code, language: guessCodeLanguage(code) ?? 'python' }, box };
  }
  if (block.isVerse) {
    const verses = block.lines.map((line) => inlineMarkdownOf([line], vocabulary));
    return { item: { type: 'text', content: verses.join('\n') }, box, size: block.size };
  }
  const caption = captionKindOf(text);
  const content = inlineMarkdownOf(block.lines, vocabulary);
  if (caption)
    return { item: { type: caption === 'figure' ? 'figure_caption' : 'table_caption', content }, box };
  const marker = readListMarker(text);
  const level = headingLevelOf(block, text, input.profile, input.outline, input.isRecognised);
  if (level && marker?.kind !== 'bullet')
    return { item: { type: 'heading', content: text, level, ...align }, box, size: block.size };
  if (marker && marker.rest !== '' && !isReference(text)) {
    const rest = withoutMarker(content);
    const type = marker.kind === 'bullet' ? 'unordered' : 'ordered';
    return {
      item: { type: 'list', content: '', list_type: type, 'list-items': [{ content: rest }] },
      box,
      size: block.size,
      ...(type === 'ordered' ? { ordinal: marker.ordinal, marked: content } : {}),
    };
  }
  return { item: { type: 'text', content, ...align }, box, size: block.size };
};

/** The marker alone, or with the words after it, may be set in bold or italics. */
const withoutMarker = (content: string): string => {
  const plain = readListMarker(content);
  if (plain) return plain.rest;
  const [, emphasis = '', inner = ''] = /^(\*{1,3})(\S.*)$/su.exec(content) ?? [];
  const rest = readListMarker(inner)?.rest;
  if (rest === undefined) return content;
  return rest.startsWith(emphasis) ? rest.slice(emphasis.length).trim() : emphasis + rest;
};

const isCode = (block: TextBlock, text: string): boolean => {
  if (/^(?:\S{1,3}\s+)?(?:https?:\/\/\S+\s*)+$/.test(text)) return false;
  if (!block.isMono || block.align === 'center' || /\S@\S+\.\p{L}/u.test(text)) return false;
  const signs = text.match(/[;={}()<>[\]_/\\|*+#$&@]/g)?.length ?? 0;
  return (
    signs >= 0.03 * text.length ||
    (signs > 0 && block.lines.length > 1 && guessCodeLanguage(text) !== undefined)
  );
};

/** Entries of a bibliography keep their numbers, since the text refers to them. */
const isReference = (text: string): boolean => /^\[\p{Nd}{1,3}\]/u.test(text);

/** A remark at the end of a line of code belongs to that line, however far it stands from it. */
const joinListingRows = (lines: readonly TextLine[]): TextLine[] => {
  const isMono = (line: TextLine): boolean => line.words.every((word) => word.style.mono);
  const remarks = lines.filter(
    (line) => isMono(line) && /^(?:\/\/|\/\*|#|--|;|%)/.test(line.words[0]?.text ?? ''),
  );
  if (remarks.length === 0) return [...lines];
  const joined = new Map<TextLine, TextLine>();
  for (const remark of remarks) {
    const code = lines.find(
      (line) =>
        line !== remark &&
        isMono(line) &&
        Math.abs(line.baseline - remark.baseline) < 0.2 * line.size &&
        remark.x0 > line.x1 &&
        remark.x0 - line.x1 < 16 * line.size,
    );
    if (code) joined.set(remark, code);
  }
  const hosts = new Set(joined.values());
  return lines
    .filter((line) => !joined.has(line))
    .map((line) => {
      if (!hosts.has(line)) return line;
      const own = [...joined].filter(([, host]) => host === line).map(([remark]) => remark);
      return {
        ...line,
        ...unionOf([line, ...own]),
        words: [...line.words, ...own.flatMap((remark) => remark.words)],
      };
    });
};

/** Code keeps its lines, and its indents by the width of the typewriter's letters. */
const codeText = (lines: readonly TextLine[]): string => {
  const left = Math.min(...lines.map((line) => line.x0));
  const widths = lines.flatMap((line) =>
    line.words.map((word) => (word.x1 - word.x0) / Math.max(1, word.text.length)),
  );
  const sorted = widths.sort((a, b) => a - b);
  const char = Math.max(1, sorted[sorted.length >> 1] ?? 5);
  const rows: string[] = [];
  let last: TextLine | undefined;
  for (const line of lines) {
    if (last && line.baseline - last.baseline > 2 * line.size) rows.push('');
    let row = '';
    for (const word of line.words) {
      const column = Math.round((word.x0 - left) / char);
      row += ' '.repeat(word.glued ? 0 : Math.max(row === '' ? 0 : 1, column - row.length));
      row += word.text;
    }
    rows.push(row.trimEnd());
    last = line;
  }
  return rows.join('\n');
};

/** What may stand between the two halves of a paragraph. */
const FLOATS: ReadonlySet<string> = new Set([
  'figure',
  'table',
  'figure_caption',
  'table_caption',
  'abandon',
]);
const ENDS = /[.!?:;。！？：；؟…][»”"')\]\u2019*]*$/u;

/** A paragraph that a column's end cut in two becomes one again: no stop before the cut, no new sentence after it. */
const joinAcross = (
  items: StructuredItem[],
  next: readonly StructuredItem[],
  vocabulary: ReadonlySet<string>,
): void => {
  const firstIndex = next.findIndex(({ item }) => !FLOATS.has(item.type));
  const first = next[firstIndex];
  const isSameSize = (size: number | undefined): boolean => Math.abs((size ?? 0) - (first?.size ?? 0)) < 0.6;
  const lastIndex = items.findLastIndex(
    ({ item, size }) => !FLOATS.has(item.type) && (item.type !== 'text' || isSameSize(size)),
  );
  const last = items[lastIndex];
  if (
    last?.item.type === 'text' &&
    first?.item.type === 'text' &&
    !last.item.text_align &&
    !first.item.text_align
  ) {
    const before = last.item.content;
    const after = first.item.content;
    const goesOn = /^[\p{Ll}\p{Lo}(,;]/u.test(after.replace(/^[*`]+/, '')) && !NOTE_START.test(after);
    if (goesOn && !ENDS.test(before) && before.length > 40) {
      const isHyphen = isBreakHyphen(before, after, vocabulary);
      const space =
        isHyphen || joinsWithoutSpace(before, after) || /\p{L}[-\u2010]$/u.test(before) ? '' : ' ';
      last.item = { ...last.item, content: (isHyphen ? before.slice(0, -1) : before) + space + after };
      items.push(...next.slice(0, firstIndex), ...next.slice(firstIndex + 1));
      return;
    }
  }
  items.push(...next);
};

/** List entries that follow each other are one list; those further in hang below the entry before them. */
const mergeLists = (items: readonly StructuredItem[], direction: 'ltr' | 'rtl'): StructuredItem[] => {
  const startOf = (box: Box): number => (direction === 'rtl' ? -box.x1 : box.x0);
  const isListStart = (entry: StructuredItem, before: StructuredItem | undefined): boolean =>
    entry.ordinal === undefined || entry.ordinal <= 1 || before?.item.type === 'list';
  const merged: StructuredItem[] = [];
  let starts: { x: number; entries: ListEntry[] }[] = [];
  for (const entry of items) {
    const before = merged.at(-1);
    const { item } = entry;
    if (item.type !== 'list' || !isListStart(entry, before)) {
      merged.push(item.type === 'list' ? asText(entry) : entry);
      starts = [];
      continue;
    }
    const own = item['list-items'][0];
    if (!own) continue;
    const top = starts.at(-1);
    if (before?.item.type !== 'list' || !top) {
      const list = { ...item, 'list-items': [own] };
      merged.push({ item: list, box: entry.box });
      starts = [{ x: startOf(entry.box), entries: list['list-items'] }];
      continue;
    }
    before.box = unionOf([before.box, entry.box]);
    const isDeeper = startOf(entry.box) > top.x + 6 && starts.length < 6;
    const parent = top.entries.at(-1);
    if (isDeeper && parent) {
      parent['list-items'] ??= [];
      parent.list_type = item.list_type;
      parent['list-items'].push(own);
      starts.push({ x: startOf(entry.box), entries: parent['list-items'] });
      continue;
    }
    while (starts.length > 1 && (starts.at(-1)?.x ?? 0) > startOf(entry.box) + 6) starts.pop();
    starts.at(-1)?.entries.push(own);
  }
  return merged;
};

/** A numbered entry whose list began elsewhere keeps its number as text: the content model has no first number of a list. */
const asText = (entry: StructuredItem): StructuredItem => ({
  item: { type: 'text', content: entry.marked ?? '' },
  box: entry.box,
  size: entry.size,
});

/** A figure's caption stands after it, also where the page has it above. A table's stays before it. */
const nameCaptions = (items: readonly StructuredItem[]): StructuredItem[] => {
  const result = [...items];
  for (let i = 0; i + 1 < result.length; i += 1) {
    const here = result[i];
    const next = result[i + 1];
    const isAbove =
      here?.item.type === 'figure_caption' &&
      next?.item.type === 'figure' &&
      result[i + 2]?.item.type !== 'figure_caption' &&
      !['figure', 'code', 'table'].includes(result[i - 1]?.item.type ?? '');
    if (here && next && isAbove) {
      result[i] = next;
      result[i + 1] = here;
      i += 1;
    }
  }
  return result;
};
