import { escapeInline } from '../common/inline-text.domain.js';
import type { DraftItem } from '../common/item-id.domain.js';
import type { Anchor, Block, BlockImage, NoteReference } from './block.js';
import { FIGURE_WORDS, MATH_WORDS } from './block.js';
import { guessCodeLanguage, namedCodeLanguage } from './code-language.domain.js';
import { externalHref } from './container-path.domain.js';
import type { ContainerTarget } from './container-path.domain.js';
import { renderRuns, splitAtDoubleBreaks, subscript, superscript } from './inline.domain.js';
import type { Run } from './inline.domain.js';
import { buildList } from './list-builder.domain.js';
import {
  childElements,
  firstDescendant,
  hasRole,
  isElement,
  plainText,
  textContent,
  tidyText,
  tokens,
} from './markup.js';
import type { MarkupElement, MarkupNode } from './markup.js';
import { isDisplayMath, mathAlternative, tidyLatex } from './mathml.domain.js';
import type { StyleSheet } from './style-sheet.domain.js';
import { styleOf } from './style-sheet.domain.js';
import { sanitiseSvg } from './svg.domain.js';
import { buildTable } from './table-builder.domain.js';
import type { SourceRow } from './table-builder.domain.js';
import { countWords } from './word-count.domain.js';

export type ChapterContext = {
  /** Resolves a reference of this file inside the container, to a file that is there. */
  resolve: (reference: string) => ContainerTarget | undefined;
  sheets: readonly StyleSheet[];
  language: string;
  /** How formulas are written. It must be empty for the same formulas whatever it does, so that blocks stay the same. */
  formula: (math: MarkupElement) => string;
};

type State = {
  bold: boolean;
  italic: boolean;
  code: boolean;
  preformatted: boolean;
  script?: 'super' | 'sub';
  href?: string;
  align?: string;
  direction: 'ltr' | 'rtl';
  sections: number;
  listDepth: number;
  isCaption: boolean;
  isAbandoned: boolean;
  /** Lists here have no bullets or numbers of their own. */
  unmarkedLists: boolean;
  headingRank?: number;
  noteId?: string;
};

/** What is being gathered: finished blocks, and the runs of the one that is open. */
type Sink = {
  blocks: Block[];
  runs: Run[];
  figures: Block[];
  anchors: Anchor[];
  notes: NoteReference[];
};

const BLOCKS = new Set(
  'address article aside blockquote body center dd details div dl dt fieldset figcaption footer form header hgroup html legend li main nav p section summary td th tr'.split(
    ' ',
  ),
);
const DROPPED = new Set(
  'audio applet base button canvas embed frame frameset head iframe input link meta noframes noscript param script select source style template textarea title track video rp rt rtc'.split(
    ' ',
  ),
);
const BOLD = new Set(['b', 'strong']);
const ITALIC = new Set(['i', 'em', 'cite', 'dfn', 'var']);
const CODE = new Set(['code', 'kbd', 'samp', 'tt']);
/** Lists of links to the neighbours of a page, which a book's reader has no use for. */
const NAVIGATION_CLASS =
  /^(nav(igation|links?|bar|header|footer|-links?|-bar)?|prev-?next|pager|breadcrumbs?|related-?links|familylinks)$/i;
const PAGE_NUMBER_CLASS = /^(page-?(num|number|no|break)s?|pb|folio)$/i;
const CAPTION_CLASS = /^((fig|img|image|illustration|photo)[-_]?)?(caption|figcaption|legend)$/i;
const VERSE_CLASS = /^(poem|poetry|verse|stanza)$/i;
const SMALL_IMAGE_CLASS = /inline|icon|emoji|glyph|drop-?cap|ornament-?inline/i;
/** Arrows that lead back from a note, with or without the sign that asks for their plain form. */
const BACKLINK = /^(?:[\s\u2191\u21a9\u21b5\u23ce^]|\ufe0e|\ufe0f)+$/;
const MAX_ITEM_LENGTH = 100_000;
const SMALL_IMAGE_PIXELS = 48;
const QUOTES: Record<string, readonly [string, string]> = {
  de: ['„', '“'],
  fr: ['« ', ' »'],
  ru: ['«', '»'],
  es: ['«', '»'],
  pt: ['«', '»'],
  ar: ['«', '»'],
  zh: ['“', '”'],
};

const emptySink = (): Sink => ({ blocks: [], runs: [], figures: [], anchors: [], notes: [] });

const lastCharacter = (runs: readonly Run[]): string => {
  const last = runs.at(-1);
  return last?.kind === 'text' ? last.text.slice(-1) : '';
};

const hasClass = (element: MarkupElement, pattern: RegExp): boolean =>
  tokens(element, 'class').some((name) => pattern.test(name));

const lengthInPixels = (value: string | undefined): number | undefined => {
  const match = /^\s*([\d.]+)\s*(px|em|ex|pt)?\s*$/.exec(value ?? '');
  if (!match) return undefined;
  const unit = match[2] === 'em' ? 16 : match[2] === 'ex' ? 8 : match[2] === 'pt' ? 1.33 : 1;
  return Number(match[1]) * unit;
};

const isSmallImage = (image: MarkupElement): boolean => {
  if (hasClass(image, SMALL_IMAGE_CLASS)) return true;
  const style = image.attributes['style'] ?? '';
  const declared = (property: string): string | undefined =>
    image.attributes[property] ?? new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;]{1,20})`).exec(style)?.[1];
  const height = lengthInPixels(declared('height'));
  const width = lengthInPixels(declared('width'));
  return (
    (height !== undefined && height <= SMALL_IMAGE_PIXELS) ||
    (width !== undefined && width <= SMALL_IMAGE_PIXELS)
  );
};

/** TeX that stands for a formula set as a picture: by class, or by what it looks like. */
const texOfImage = (image: MarkupElement): string | undefined => {
  const alternative = image.attributes['alt'] ?? '';
  const isTex =
    /^\s*(\{\\displaystyle|\$|\\[([])/.test(alternative) ||
    (hasClass(image, /math|tex|latex|equation/i) && /\\[a-z]+|[_^{]/i.test(alternative));
  return isTex && alternative.length < 5000 ? tidyLatex(alternative) : undefined;
};

const pieces = (content: string): string[] => {
  const parts: string[] = [];
  for (let rest = content; rest !== '';) {
    const cut =
      rest.length <= MAX_ITEM_LENGTH
        ? rest.length
        : Math.max(rest.lastIndexOf(' ', MAX_ITEM_LENGTH), MAX_ITEM_LENGTH / 2);
    parts.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  return parts;
};

/**
 * Reads one content document into blocks in reading order. Two readings of the same file give the same blocks.
 */
export class ChapterReader {
  constructor(private readonly context: ChapterContext) {}

  read(root: MarkupElement): Block[] {
    const html = firstDescendant(root, 'html');
    const body = firstDescendant(root, 'body') ?? html ?? root;
    const sink = emptySink();
    const direction = (body.attributes['dir'] ?? html?.attributes['dir']) === 'rtl' ? 'rtl' : 'ltr';
    const isRtlLanguage = ['ar', 'he', 'fa', 'ur', 'yi'].includes(
      this.context.language.slice(0, 2).toLowerCase(),
    );
    const state: State = {
      bold: false,
      italic: false,
      code: false,
      preformatted: false,
      direction: isRtlLanguage && !body.attributes['dir'] ? 'rtl' : direction,
      sections: 0,
      listDepth: 0,
      isCaption: false,
      isAbandoned: false,
      unmarkedLists: false,
    };
    this.addAnchor(sink, html?.attributes['id']);
    this.element(body, state, sink);
    this.flush(sink, state);
    const last = sink.blocks.at(-1);
    if (last) last.anchors.push(...sink.anchors.map((anchor) => ({ ...anchor, isInside: true })));
    return withSceneBreaks(sink.blocks);
  }

  private node(node: MarkupNode, state: State, sink: Sink): void {
    if (isElement(node)) this.element(node, state, sink);
    else this.text(node, state, sink);
  }

  private children(element: MarkupElement, state: State, sink: Sink): void {
    for (const child of element.children) this.node(child, state, sink);
  }

  private text(text: string, state: State, sink: Sink): void {
    const shown =
      state.script === 'super'
        ? superscript(text, lastCharacter(sink.runs))
        : state.script === 'sub'
          ? subscript(text)
          : text;
    const run = {
      kind: 'text',
      bold: state.bold,
      italic: state.italic,
      code: state.code,
      href: state.href,
    } as const;
    if (!state.preformatted) {
      sink.runs.push({ ...run, text: shown });
      return;
    }
    for (const [index, line] of shown.split('\n').entries()) {
      if (index > 0) sink.runs.push({ kind: 'break' });
      sink.runs.push({ ...run, text: line });
    }
  }

  private element(element: MarkupElement, outer: State, sink: Sink): void {
    const { name } = element;
    if (DROPPED.has(name) || element.attributes['hidden'] !== undefined) return;
    const style = styleOf(element, this.context.sheets);
    if (style.hidden) return;
    if (this.pageBreak(element, sink)) return;
    this.addAnchor(sink, element.attributes['id']);
    const state: State = {
      ...outer,
      bold: style.bold ?? (BOLD.has(name) || outer.bold),
      italic: style.italic ?? (ITALIC.has(name) || outer.italic),
      code: CODE.has(name) || outer.code,
      preformatted: style.preformatted ?? outer.preformatted,
      align:
        style.align ??
        element.attributes['align']?.toLowerCase() ??
        (name === 'center' ? 'center' : outer.align),
      direction:
        element.attributes['dir'] === 'rtl'
          ? 'rtl'
          : element.attributes['dir'] === 'ltr'
            ? 'ltr'
            : outer.direction,
      sections: outer.sections + (name === 'section' ? 1 : 0),
      isCaption: outer.isCaption || name === 'figcaption' || hasClass(element, CAPTION_CLASS),
      isAbandoned: outer.isAbandoned || hasClass(element, NAVIGATION_CLASS),
      unmarkedLists: style.unmarkedList ?? outer.unmarkedLists,
    };
    if (hasRole(element, 'footnote', 'rearnote', 'endnote') && name !== 'li' && element.attributes['id']) {
      state.noteId = element.attributes['id'];
    }
    switch (name) {
      case 'br':
        sink.runs.push({ kind: 'break' });
        return;
      case 'hr':
        this.flush(sink, outer);
        this.push(sink, { item: { type: 'text', content: SCENE_BREAK, text_align: 'center' }, words: 0 });
        return;
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        this.heading(element, Number(name[1]), state, outer, sink);
        return;
      case 'ul':
      case 'ol':
      case 'menu':
        this.list(element, state, outer, sink);
        return;
      case 'dl':
        this.definitions(element, state, outer, sink);
        return;
      case 'table':
        this.table(element, state, outer, sink);
        return;
      case 'pre':
        this.preformatted(element, state, outer, sink);
        return;
      case 'figure':
        this.figure(element, state, outer, sink);
        return;
      case 'img':
        this.image(element, element.attributes['src'] ?? '', state, sink);
        return;
      case 'object':
        if (/^image\//.test(element.attributes['type'] ?? ''))
          this.image(element, element.attributes['data'] ?? '', state, sink);
        return;
      case 'svg':
        this.drawing(element, sink);
        return;
      case 'math':
        this.math(element, state, sink);
        return;
      case 'a':
        this.link(element, state, sink);
        return;
      case 'sup':
        this.children(element, { ...state, script: 'super' }, sink);
        return;
      case 'sub':
        this.children(element, { ...state, script: 'sub' }, sink);
        return;
      case 'q': {
        const [open, close] = QUOTES[this.context.language.slice(0, 2)] ?? ['“', '”'];
        this.text(open, state, sink);
        this.children(element, state, sink);
        this.text(close, state, sink);
        return;
      }
      case 'switch':
        this.switchCase(element, state, sink);
        return;
      case 'nav':
        if (hasRole(element, 'landmarks', 'page-list', 'pagelist')) return;
        if (hasRole(element, 'toc')) state.unmarkedLists = true;
        else state.isAbandoned = true;
    }
    if (!BLOCKS.has(name)) {
      this.children(element, state, sink);
      return;
    }
    if (outer.headingRank !== undefined) {
      sink.runs.push({ kind: 'break' });
      this.children(element, state, sink);
      sink.runs.push({ kind: 'break' });
      return;
    }
    this.flush(sink, outer);
    this.children(element, state, sink);
    this.flush(sink, state);
  }

  private addAnchor(sink: Sink, id: string | undefined, isPageBreak = false): void {
    if (!id && !isPageBreak) return;
    const isInside = sink.runs.some(
      (run) => run.kind === 'math' || (run.kind === 'text' && run.text.trim() !== ''),
    );
    sink.anchors.push({ id: id ?? '', isInside, isPageBreak });
  }

  /** A mark of where a page of the print edition begins. Its number is no part of the text. */
  private pageBreak(element: MarkupElement, sink: Sink): boolean {
    const isMarked = hasRole(element, 'pagebreak');
    if (!isMarked && !hasClass(element, PAGE_NUMBER_CLASS)) return false;
    const label = plainText(element);
    if (label.length > 24) return false;
    if (!isMarked && !/^[[({]?\s*(p\.?|pg\.?|page)?\s*[\divxlc]{1,8}\s*[\])}]?$/i.test(label) && label !== '')
      return false;
    const id = element.attributes['id'] ?? firstDescendant(element, 'a')?.attributes['id'];
    this.addAnchor(sink, id, true);
    return true;
  }

  private push(sink: Sink, block: Omit<Block, 'anchors' | 'notes'>, noteId?: string): void {
    sink.blocks.push({ ...block, anchors: sink.anchors, notes: sink.notes, ...(noteId ? { noteId } : {}) });
    sink.anchors = [];
    sink.notes = [];
  }

  /** Ends the open paragraph. */
  private flush(sink: Sink, state: State): void {
    const { runs, figures } = sink;
    sink.runs = [];
    sink.figures = [];
    for (const part of splitAtDoubleBreaks(runs)) this.paragraph(part, state, sink);
    for (const figure of figures) this.push(sink, figure, state.noteId);
  }

  private paragraph(runs: readonly Run[], state: State, sink: Sink): void {
    const formula = this.loneFormula(runs);
    if (formula !== undefined && !state.isAbandoned) {
      this.push(sink, { item: { type: 'math', content: formula }, words: MATH_WORDS }, state.noteId);
      return;
    }
    const content = renderRuns(runs, { plainMarks: state.isAbandoned });
    if (content === '') return;
    const caption = state.isCaption ? captionTarget(sink) : undefined;
    if (caption) {
      caption.item.caption = caption.item.caption ? `${caption.item.caption}\n${content}` : content;
      caption.block.words += countWords(content);
      return;
    }
    const align = this.alignOf(state);
    for (const piece of pieces(content)) {
      const item: DraftItem = state.isAbandoned
        ? { type: 'abandon', content: piece }
        : state.isCaption
          ? { type: 'caption', content: piece }
          : { type: 'text', content: piece, ...(align ? { text_align: align } : {}) };
      this.push(sink, { item, words: state.isAbandoned ? 0 : countWords(piece) }, state.noteId);
    }
  }

  /** A paragraph that is one formula, perhaps with its number and a full stop. */
  private loneFormula(runs: readonly Run[]): string | undefined {
    const formulas = runs.filter((run) => run.kind === 'math');
    const [formula] = formulas;
    if (formulas.length !== 1 || formula?.kind !== 'math') return undefined;
    const around = runs
      .map((run) => (run.kind === 'text' ? run.text : ''))
      .join('')
      .trim();
    if (around === '' || /^[.,;]$/.test(around)) return formula.latex;
    const number = /^\(([\dA-Z]+(?:[.\-–][\da-z]+){0,3}[a-z]?)\)[.,]?$/.exec(around)?.[1];
    return number === undefined ? undefined : `${formula.latex} \\tag{${number}}`;
  }

  /** Only what differs from the natural side of the script. */
  private alignOf(state: State): 'left' | 'center' | 'right' | undefined {
    if (state.align === 'center') return 'center';
    if (state.align === 'right' && state.direction === 'ltr') return 'right';
    if (state.align === 'left' && state.direction === 'rtl') return 'left';
    return undefined;
  }

  private heading(element: MarkupElement, level: number, state: State, outer: State, sink: Sink): void {
    this.flush(sink, outer);
    const inner = emptySink();
    // In a nested section an h1 is the heading of that section (HTML 5, sections and headings).
    const rank = level === 1 ? Math.max(1, state.sections) : level;
    const parts: MarkupNode[] = element.children;
    for (const part of parts) this.node(part, { ...state, headingRank: rank, href: undefined }, inner);
    const joined = inner.runs.map((run): Run =>
      run.kind === 'break' ? { kind: 'text', text: ' ', bold: false, italic: false, code: false } : run,
    );
    const image = [...inner.blocks, ...inner.figures].find((block) => block.item.type === 'figure');
    const spoken = image?.item.type === 'figure' ? (image.item.description ?? '') : '';
    const content = renderRuns(joined, { plainMarks: true }) || escapeInline(spoken);
    sink.anchors.push(...inner.anchors);
    sink.notes.push(...inner.notes);
    sink.blocks.push(...inner.blocks, ...inner.figures);
    if (content === '') return;
    const align = this.alignOf(state);
    if (state.isAbandoned) this.push(sink, { item: { type: 'abandon', content }, words: 0 });
    else {
      this.push(
        sink,
        {
          item: { type: 'heading', content, level: 1, ...(align ? { text_align: align } : {}) },
          words: countWords(content),
          rank,
        },
        state.noteId,
      );
    }
  }

  /** Reads the content of an element apart; its anchors go to the block they stand in. */
  private apart(
    element: MarkupElement,
    state: State,
    nodes: readonly MarkupNode[] = element.children,
  ): Block[] {
    const inner = emptySink();
    this.addAnchor(inner, element.attributes['id']);
    for (const node of nodes) this.node(node, state, inner);
    this.flush(inner, state);
    const last = inner.blocks.at(-1);
    if (last) last.anchors.push(...inner.anchors);
    return inner.blocks;
  }

  private list(element: MarkupElement, state: State, outer: State, sink: Sink): void {
    this.flush(sink, outer);
    const depth = outer.listDepth + 1;
    const inner: State = { ...state, listDepth: depth, align: undefined };
    const items: { blocks: Block[]; value?: number }[] = [];
    for (const child of childElements(element)) {
      const style = styleOf(child, this.context.sheets);
      if (DROPPED.has(child.name) || style.hidden || child.attributes['hidden'] !== undefined) continue;
      const value = Number.parseInt(child.attributes['value'] ?? '', 10);
      const blocks = this.apart(child, inner, child.name === 'li' ? child.children : [child]);
      const last = items.at(-1);
      // A list that stands beside the entries instead of in one belongs to the entry before it.
      if (child.name !== 'li' && last) last.blocks.push(...blocks);
      else items.push({ blocks, ...(child.name === 'li' && Number.isInteger(value) ? { value } : {}) });
    }
    const start = Number.parseInt(element.attributes['start'] ?? '1', 10);
    const blocks = buildList(
      items,
      {
        ordered: element.name === 'ol' && !state.unmarkedLists,
        start: Number.isInteger(start) ? start : 1,
        style: element.attributes['type'] ?? '',
      },
      depth,
    );
    this.adopt(blocks, state, sink);
  }

  /** Puts finished blocks into the sink; in navigation they are no more than that. */
  private adopt(blocks: readonly Block[], state: State, sink: Sink): void {
    const [first] = blocks;
    if (first) {
      first.anchors.unshift(...sink.anchors);
      first.notes.unshift(...sink.notes);
      sink.anchors = [];
      sink.notes = [];
    }
    for (const block of blocks) {
      const noteId = block.noteId ?? state.noteId;
      const isList = block.item.type === 'list' && state.isAbandoned && state.listDepth <= 1;
      const item: DraftItem =
        isList && block.item.type === 'list'
          ? { type: 'abandon', content: block.item['list-items'].map((entry) => entry.content).join('\n') }
          : block.item;
      sink.blocks.push({ ...block, item, words: isList ? 0 : block.words, ...(noteId ? { noteId } : {}) });
    }
  }

  /** A glossary: terms with short definitions are a list, longer ones stay terms and paragraphs. */
  private definitions(element: MarkupElement, state: State, outer: State, sink: Sink): void {
    this.flush(sink, outer);
    const parts = childElements(element).flatMap((child) =>
      child.name === 'div' ? childElements(child) : [child],
    );
    const read = parts
      .filter((part) => part.name === 'dt' || part.name === 'dd')
      .map((part) => ({
        isTerm: part.name === 'dt',
        blocks: this.apart(part, { ...state, bold: part.name === 'dt', listDepth: state.listDepth + 1 }),
      }));
    const isShort = read.every(
      ({ blocks }) => blocks.length <= 1 && blocks.every(({ item }) => item.type === 'text'),
    );
    if (!isShort) {
      this.adopt(
        read.flatMap(({ blocks }) => blocks),
        state,
        sink,
      );
      return;
    }
    const entries: { blocks: Block[] }[] = [];
    let before = true;
    for (const { isTerm, blocks } of read) {
      const last = entries.at(-1)?.blocks[0];
      const [block] = blocks;
      if (!block) continue;
      if (isTerm && !(before && entries.length > 0)) entries.push({ blocks });
      else if (last?.item.type === 'text' && block.item.type === 'text') {
        last.item.content += `${isTerm ? ', ' : ': '}${block.item.content}`;
        last.anchors.push(...block.anchors);
        last.notes.push(...block.notes);
      } else entries.push({ blocks });
      before = isTerm;
    }
    this.adopt(buildList(entries, { ordered: false, start: 1, style: '' }, state.listDepth + 1), state, sink);
  }

  private table(element: MarkupElement, state: State, outer: State, sink: Sink): void {
    this.flush(sink, outer);
    const rows: SourceRow[] = [];
    const captions: Block[] = [];
    const cellState: State = { ...state, align: undefined, listDepth: 1, isCaption: false };
    const readRow = (row: MarkupElement, inHead: boolean) => {
      const cells = childElements(row).filter((cell) => cell.name === 'td' || cell.name === 'th');
      const span = (value: string | undefined, most: number): number =>
        Math.min(most, Math.max(1, Number.parseInt(value ?? '1', 10) || 1));
      rows.push({
        isHeader: inHead || (cells.length > 0 && cells.every((cell) => cell.name === 'th')),
        cells: cells.map((cell) => ({
          blocks: this.apart(cell, cellState),
          columns: span(cell.attributes['colspan'], 60),
          rows: span(cell.attributes['rowspan'], 1000),
          isHeader: cell.name === 'th',
        })),
      });
    };
    const visit = (parent: MarkupElement, inHead: boolean) => {
      for (const child of childElements(parent)) {
        if (child.name === 'tr') readRow(child, inHead);
        else if (child.name === 'caption')
          captions.push(...this.apart(child, { ...cellState, isCaption: true }));
        else if (['thead', 'tbody', 'tfoot'].includes(child.name)) visit(child, child.name === 'thead');
      }
    };
    visit(element, false);
    const isPresentation = tokens(element, 'role').some((role) => role === 'presentation' || role === 'none');
    const blocks = buildTable(rows, isPresentation);
    const isTable = blocks.some(({ item }) => item.type === 'table');
    this.adopt(
      captions.map((block) => asCaption(block, isTable ? 'table_caption' : 'caption')),
      state,
      sink,
    );
    this.adopt(blocks, state, sink);
  }

  private preformatted(element: MarkupElement, state: State, outer: State, sink: Sink): void {
    this.flush(sink, outer);
    const source = linesOf(element)
      .replace(/^[ \t]*\n/, '')
      .trimEnd();
    if (source.trim() === '') return;
    const isVerse = hasRole(element, 'z3998:verse', 'z3998:poem') || hasClass(element, VERSE_CLASS);
    if (isVerse) {
      const content = source
        .split('\n')
        .map((line) => escapeInline(tidyText(line)))
        .join('\n');
      this.push(sink, { item: { type: 'text', content }, words: countWords(content) }, state.noteId);
      return;
    }
    const inner = firstDescendant(element, 'code');
    const names = [element, ...(inner ? [inner] : [])].flatMap((holder) => [
      ...tokens(holder, 'class'),
      ...['data-language', 'data-lang', 'data-code-language'].flatMap((key) => tokens(holder, key)),
    ]);
    const language = namedCodeLanguage(names) ?? guessCodeLanguage(source) ?? '';
    for (let rest = source; rest !== ''; rest = rest.slice(MAX_ITEM_LENGTH)) {
      const content = rest.slice(0, MAX_ITEM_LENGTH);
      this.push(
        sink,
        { item: { type: 'code', content, language }, words: countWords(content) },
        state.noteId,
      );
    }
  }

  private figure(element: MarkupElement, state: State, outer: State, sink: Sink): void {
    this.flush(sink, outer);
    const isCaption = (node: MarkupNode): boolean => isElement(node) && node.name === 'figcaption';
    const captionElement = childElements(element).find(isCaption);
    const blocks = this.apart(
      element,
      { ...state, isCaption: false },
      element.children.filter((node) => !isCaption(node)),
    );
    const captions = captionElement
      ? this.apart(captionElement, { ...state, isCaption: true, align: undefined })
      : [];
    const picture = blocks.findLast(({ item }) => item.type === 'figure');
    if (picture?.item.type === 'figure' && captions.every(({ item }) => item.type === 'caption')) {
      const caption = captions.map(({ item }) => item.content).join('\n');
      if (caption !== '')
        picture.item.caption = picture.item.caption ? `${picture.item.caption}\n${caption}` : caption;
      picture.words += captions.reduce((sum, block) => sum + block.words, 0);
      picture.anchors.push(...captions.flatMap((block) => block.anchors));
      picture.notes.push(...captions.flatMap((block) => block.notes));
      this.adopt(blocks, state, sink);
      return;
    }
    const kind = blocks.some(({ item }) => item.type === 'table')
      ? 'table_caption'
      : blocks.some(({ item }) => item.type === 'math')
        ? 'math_caption'
        : 'caption';
    const captionFirst =
      element.children.findIndex(isCaption) === element.children.findIndex((node) => isElement(node));
    const titled = captions.map((block) => asCaption(block, kind));
    this.adopt(captionFirst ? [...titled, ...blocks] : [...blocks, ...titled], state, sink);
  }

  private image(element: MarkupElement, source: string, state: State, sink: Sink): void {
    const tex = texOfImage(element);
    if (tex) {
      sink.runs.push({ kind: 'math', latex: tex });
      return;
    }
    const alternative = tidyText(element.attributes['alt'] ?? '').slice(0, 5000);
    const hasText = sink.runs.some(
      (run) => run.kind === 'math' || (run.kind === 'text' && run.text.trim() !== ''),
    );
    const target = this.context.resolve(source);
    if ((hasText || state.headingRank !== undefined) && isSmallImage(element)) {
      if (alternative !== '') this.text(alternative, state, sink);
      return;
    }
    if (!target) {
      if (alternative !== '') this.text(alternative, state, sink);
      return;
    }
    this.addFigure({ kind: 'file', path: target.path }, alternative, sink);
  }

  /** A picture inside a paragraph follows it. */
  private addFigure(image: BlockImage, alternative: string, sink: Sink): void {
    const item: DraftItem = {
      type: 'figure',
      content: '',
      src: '',
      ...(alternative === '' ? {} : { description: alternative }),
    };
    sink.figures.push({ item, image, words: FIGURE_WORDS, anchors: [], notes: [] });
  }

  private drawing(element: MarkupElement, sink: Sink): void {
    const image = firstDescendant(element, 'image') ?? firstDescendant(element, 'img');
    const target = image && this.context.resolve(image.attributes['href'] ?? image.attributes['src'] ?? '');
    const title = firstDescendant(element, 'title') ?? firstDescendant(element, 'desc');
    const alternative = tidyText(element.attributes['aria-label'] ?? (title ? textContent(title) : ''));
    if (target) {
      this.addFigure({ kind: 'file', path: target.path }, alternative, sink);
      return;
    }
    const svg = sanitiseSvg(element);
    if (svg) this.addFigure({ kind: 'drawing', svg }, alternative, sink);
  }

  private math(element: MarkupElement, state: State, sink: Sink): void {
    const latex = this.context.formula(element);
    if (latex === '') {
      this.text(mathAlternative(element) || plainText(element), state, sink);
      return;
    }
    if (isDisplayMath(element) && state.headingRank === undefined && !state.isAbandoned) {
      this.flush(sink, state);
      this.push(sink, { item: { type: 'math', content: latex }, words: MATH_WORDS }, state.noteId);
      return;
    }
    sink.runs.push({ kind: 'math', latex });
  }

  private link(element: MarkupElement, state: State, sink: Sink): void {
    this.addAnchor(sink, element.attributes['id'] ? undefined : element.attributes['name']);
    const reference = element.attributes['href'] ?? '';
    const label = plainText(element);
    if (hasRole(element, 'backlink') || (label !== '' && BACKLINK.test(label))) return;
    const isNote = hasRole(element, 'noteref');
    const target = isNote ? this.context.resolve(reference) : undefined;
    if (isNote) {
      const marker = superscript(label);
      if (target?.fragment) sink.notes.push({ target: `${target.path}#${target.fragment}`, marker });
      this.text(marker, { ...state, script: undefined }, sink);
      return;
    }
    const href = state.headingRank === undefined ? externalHref(reference) : undefined;
    this.children(element, href ? { ...state, href } : state, sink);
  }

  /** EPUB 3 `switch`: the case with a formula, else what every reading system can show. */
  private switchCase(element: MarkupElement, state: State, sink: Sink): void {
    const options = childElements(element);
    const chosen =
      options.find((option) => option.name === 'case' && firstDescendant(option, 'math')) ??
      options.find((option) => option.name === 'default');
    if (chosen) this.children(chosen, state, sink);
  }
}

const SCENE_BREAK = '* * *';
const isSceneBreak = (block: Block | undefined): boolean =>
  block?.item.type === 'text' && block.item.content === SCENE_BREAK && block.words === 0;

/** A rule between two passages says something; one at an edge, under a heading or beside another does not. */
const withSceneBreaks = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((block, index) => {
    if (!isSceneBreak(block)) return [block];
    const before = blocks[index - 1];
    const after = blocks[index + 1];
    const isMeaningful =
      before?.item.type === 'text' &&
      after !== undefined &&
      !isSceneBreak(before) &&
      !isSceneBreak(after) &&
      after.item.type !== 'heading';
    if (isMeaningful) return [block];
    (after ?? before)?.anchors.unshift(...block.anchors);
    return [];
  });

const asCaption = (block: Block, type: 'table_caption' | 'math_caption' | 'caption'): Block =>
  block.item.type === 'caption' || block.item.type === 'text'
    ? { ...block, item: { type, content: block.item.content } }
    : block;

/** The picture a caption paragraph stands under. */
const captionTarget = (sink: Sink) => {
  const block = sink.blocks.at(-1);
  return block?.item.type === 'figure' ? { block, item: block.item } : undefined;
};

/** Text of a `pre` with its lines: `br` and block children end one. */
const linesOf = (node: MarkupNode): string => {
  if (!isElement(node)) return node.replace(/\r\n?/g, '\n');
  if (node.name === 'br') return '\n';
  if (DROPPED.has(node.name)) return '';
  const inner = node.children.map(linesOf).join('');
  return ['div', 'p', 'li'].includes(node.name) && !inner.endsWith('\n') ? `${inner}\n` : inner;
};
