import { escapeInline } from '../layout/lines/inline-text.js';
import type { Block } from './block.js';
import { MATH_WORDS } from './block.js';
import { BlockSink } from './block-sink.js';
import { externalHref } from './container-path.js';
import type { ContainerTarget } from './container-path.js';
import { isBlockElement, isDroppedElement } from './element-kinds.js';
import { renderRuns, superscript } from './inline.js';
import type { Run } from './inline.js';
import { buildList } from './list-builder.js';
import {
  childElements,
  firstDescendant,
  hasClass,
  hasRole,
  isElement,
  plainText,
  textContent,
  tidyText,
  tokens,
} from './markup.js';
import type { MarkupElement, MarkupNode } from './markup.js';
import { isDisplayMath, mathAlternative } from './mathml.js';
import { isSmallImage, texOfImage } from './picture-element.js';
import { preformattedItems } from './preformatted.js';
import { alignOf, stateInside, stateOfChapter } from './reading-state.js';
import type { ReadingState } from './reading-state.js';
import { sceneBreak, withSceneBreaks } from './scene-breaks.js';
import type { StyleSheet } from './style-sheet.js';
import { styleOf } from './style-sheet.js';
import { sanitiseSvg } from './svg.js';
import { buildTable } from './table-builder.js';
import type { SourceRow } from './table-builder.js';
import { countWords } from './word-count.js';

export type ChapterContext = {
  /** Resolves a reference of this file inside the container, to a file that is there. */
  resolve: (reference: string) => ContainerTarget | undefined;
  sheets: readonly StyleSheet[];
  language: string;
  /** How formulas are written. It must be empty for the same formulas whatever it does, so that blocks stay the same. */
  formula: (math: MarkupElement) => string;
};

const PAGE_NUMBER_CLASS = /^(page-?(num|number|no|break)s?|pb|folio)$/i;
/** Arrows that lead back from a note, with or without the sign that asks for their plain form. */
const BACKLINK = /^(?:[\s\u2191\u21a9\u21b5\u23ce^]|\ufe0e|\ufe0f)+$/;
const QUOTES: Record<string, readonly [string, string]> = {
  de: ['„', '“'],
  fr: ['« ', ' »'],
  ru: ['«', '»'],
  es: ['«', '»'],
  pt: ['«', '»'],
  ar: ['«', '»'],
  zh: ['“', '”'],
};

/**
 * Reads one content document into blocks in reading order. Two readings of the same file give the same blocks.
 */
export class ChapterReader {
  constructor(private readonly context: ChapterContext) {}

  read(root: MarkupElement): Block[] {
    const html = firstDescendant(root, 'html');
    const body = firstDescendant(root, 'body') ?? html ?? root;
    const sink = new BlockSink();
    const state = stateOfChapter(html, body, this.context.language);
    sink.addAnchor(html?.attributes['id']);
    this.element(body, state, sink);
    sink.flush(state);
    const last = sink.blocks.at(-1);
    if (last) last.anchors.push(...sink.anchors.map((anchor) => ({ ...anchor, isInside: true })));
    return withSceneBreaks(sink.blocks);
  }

  private node(node: MarkupNode, state: ReadingState, sink: BlockSink): void {
    if (isElement(node)) this.element(node, state, sink);
    else sink.addText(node, state);
  }

  private children(element: MarkupElement, state: ReadingState, sink: BlockSink): void {
    for (const child of element.children) this.node(child, state, sink);
  }

  private element(element: MarkupElement, outer: ReadingState, sink: BlockSink): void {
    const { name } = element;
    if (isDroppedElement(name) || element.attributes['hidden'] !== undefined) return;
    const style = styleOf(element, this.context.sheets);
    if (style.hidden) return;
    if (this.pageBreak(element, sink)) return;
    sink.addAnchor(element.attributes['id']);
    const state = stateInside(element, style, outer);
    switch (name) {
      case 'br':
        sink.addBreak();
        return;
      case 'hr':
        sink.flush(outer);
        sink.push(sceneBreak());
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
        sink.addText(open, state);
        this.children(element, state, sink);
        sink.addText(close, state);
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
    if (!isBlockElement(name)) {
      this.children(element, state, sink);
      return;
    }
    if (outer.headingRank !== undefined) {
      sink.addBreak();
      this.children(element, state, sink);
      sink.addBreak();
      return;
    }
    sink.flush(outer);
    this.children(element, state, sink);
    sink.flush(state);
  }

  /** A mark of where a page of the print edition begins. Its number is no part of the text. */
  private pageBreak(element: MarkupElement, sink: BlockSink): boolean {
    const isMarked = hasRole(element, 'pagebreak');
    if (!isMarked && !hasClass(element, PAGE_NUMBER_CLASS)) return false;
    const label = plainText(element);
    if (label.length > 24) return false;
    if (!isMarked && !/^[[({]?\s*(p\.?|pg\.?|page)?\s*[\divxlc]{1,8}\s*[\])}]?$/i.test(label) && label !== '')
      return false;
    const id = element.attributes['id'] ?? firstDescendant(element, 'a')?.attributes['id'];
    sink.addAnchor(id, true);
    return true;
  }

  private heading(
    element: MarkupElement,
    level: number,
    state: ReadingState,
    outer: ReadingState,
    sink: BlockSink,
  ): void {
    sink.flush(outer);
    const inner = new BlockSink();
    // In a nested section an h1 is the heading of that section (HTML 5, sections and headings).
    const rank = level === 1 ? Math.max(1, state.sections) : level;
    this.children(element, { ...state, headingRank: rank, href: undefined }, inner);
    const { runs, blocks } = sink.takeOver(inner);
    const joined = runs.map((run): Run =>
      run.kind === 'break' ? { kind: 'text', text: ' ', bold: false, italic: false, code: false } : run,
    );
    const image = blocks.find((block) => block.item.type === 'figure');
    const spoken = image?.item.type === 'figure' ? (image.item.description ?? '') : '';
    const content = renderRuns(joined, { plainMarks: true }) || escapeInline(spoken);
    if (content === '') return;
    if (state.isAbandoned) {
      sink.push({ item: { type: 'abandon', content }, words: 0 });
      return;
    }
    const align = alignOf(state);
    const item = { type: 'heading' as const, content, level: 1, ...(align ? { text_align: align } : {}) };
    sink.push({ item, words: countWords(content), rank }, state.noteId);
  }

  /** Reads the content of an element apart; its anchors go to the block they stand in. */
  private apart(
    element: MarkupElement,
    state: ReadingState,
    nodes: readonly MarkupNode[] = element.children,
  ): Block[] {
    const inner = new BlockSink();
    inner.addAnchor(element.attributes['id']);
    for (const node of nodes) this.node(node, state, inner);
    inner.flush(state);
    const last = inner.blocks.at(-1);
    if (last) last.anchors.push(...inner.anchors);
    return inner.blocks;
  }

  private list(element: MarkupElement, state: ReadingState, outer: ReadingState, sink: BlockSink): void {
    sink.flush(outer);
    const depth = outer.listDepth + 1;
    const inner: ReadingState = { ...state, listDepth: depth, align: undefined };
    const items: { blocks: Block[]; value?: number }[] = [];
    for (const child of childElements(element)) {
      const style = styleOf(child, this.context.sheets);
      if (isDroppedElement(child.name) || style.hidden || child.attributes['hidden'] !== undefined) continue;
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
    sink.adopt(blocks, state);
  }

  /** A glossary: terms with short definitions are a list, longer ones stay terms and paragraphs. */
  private definitions(
    element: MarkupElement,
    state: ReadingState,
    outer: ReadingState,
    sink: BlockSink,
  ): void {
    sink.flush(outer);
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
      sink.adopt(
        read.flatMap(({ blocks }) => blocks),
        state,
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
    sink.adopt(buildList(entries, { ordered: false, start: 1, style: '' }, state.listDepth + 1), state);
  }

  private table(element: MarkupElement, state: ReadingState, outer: ReadingState, sink: BlockSink): void {
    sink.flush(outer);
    const rows: SourceRow[] = [];
    const captions: Block[] = [];
    const cellState: ReadingState = { ...state, align: undefined, listDepth: 1, isCaption: false };
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
    sink.adopt(
      captions.map((block) => asCaption(block, isTable ? 'table_caption' : 'caption')),
      state,
    );
    sink.adopt(blocks, state);
  }

  private preformatted(
    element: MarkupElement,
    state: ReadingState,
    outer: ReadingState,
    sink: BlockSink,
  ): void {
    sink.flush(outer);
    for (const item of preformattedItems(element))
      sink.push({ item, words: countWords(item.content) }, state.noteId);
  }

  private figure(element: MarkupElement, state: ReadingState, outer: ReadingState, sink: BlockSink): void {
    sink.flush(outer);
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
      sink.adopt(blocks, state);
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
    sink.adopt(captionFirst ? [...titled, ...blocks] : [...blocks, ...titled], state);
  }

  private image(element: MarkupElement, source: string, state: ReadingState, sink: BlockSink): void {
    const tex = texOfImage(element);
    if (tex) {
      sink.addFormula(tex);
      return;
    }
    const alternative = tidyText(element.attributes['alt'] ?? '').slice(0, 5000);
    const isSign = (sink.hasText || state.headingRank !== undefined) && isSmallImage(element);
    const target = isSign ? undefined : this.context.resolve(source);
    if (target) sink.addFigure({ kind: 'file', path: target.path }, alternative);
    else if (alternative !== '') sink.addText(alternative, state);
  }

  private drawing(element: MarkupElement, sink: BlockSink): void {
    const image = firstDescendant(element, 'image') ?? firstDescendant(element, 'img');
    const target = image && this.context.resolve(image.attributes['href'] ?? image.attributes['src'] ?? '');
    const title = firstDescendant(element, 'title') ?? firstDescendant(element, 'desc');
    const alternative = tidyText(element.attributes['aria-label'] ?? (title ? textContent(title) : ''));
    if (target) {
      sink.addFigure({ kind: 'file', path: target.path }, alternative);
      return;
    }
    const svg = sanitiseSvg(element);
    if (svg) sink.addFigure({ kind: 'drawing', svg }, alternative);
  }

  private math(element: MarkupElement, state: ReadingState, sink: BlockSink): void {
    const latex = this.context.formula(element);
    if (latex === '') {
      sink.addText(mathAlternative(element) || plainText(element), state);
      return;
    }
    if (isDisplayMath(element) && state.headingRank === undefined && !state.isAbandoned) {
      sink.flush(state);
      sink.push({ item: { type: 'math', content: latex }, words: MATH_WORDS }, state.noteId);
      return;
    }
    sink.addFormula(latex);
  }

  private link(element: MarkupElement, state: ReadingState, sink: BlockSink): void {
    sink.addAnchor(element.attributes['id'] ? undefined : element.attributes['name']);
    const reference = element.attributes['href'] ?? '';
    const label = plainText(element);
    if (hasRole(element, 'backlink') || (label !== '' && BACKLINK.test(label))) return;
    const isNote = hasRole(element, 'noteref');
    const target = isNote ? this.context.resolve(reference) : undefined;
    if (isNote) {
      const marker = superscript(label);
      if (target?.fragment) sink.addNote({ target: `${target.path}#${target.fragment}`, marker });
      sink.addText(marker, { ...state, script: undefined });
      return;
    }
    const href = state.headingRank === undefined ? externalHref(reference) : undefined;
    this.children(element, href ? { ...state, href } : state, sink);
  }

  /** EPUB 3 `switch`: the case with a formula, else what every reading system can show. */
  private switchCase(element: MarkupElement, state: ReadingState, sink: BlockSink): void {
    const options = childElements(element);
    const chosen =
      options.find((option) => option.name === 'case' && firstDescendant(option, 'math')) ??
      options.find((option) => option.name === 'default');
    if (chosen) this.children(chosen, state, sink);
  }
}

const asCaption = (block: Block, type: 'table_caption' | 'math_caption' | 'caption'): Block =>
  block.item.type === 'caption' || block.item.type === 'text'
    ? { ...block, item: { type, content: block.item.content } }
    : block;
