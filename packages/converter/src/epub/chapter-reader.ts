import type { Block } from './block.js';
import { BlockSink } from './block-sink.js';
import { isBlockElement, isDroppedElement } from './element-kinds.js';
import type { ChapterContext, ContentReader, ElementHandler } from './elements/element-handler.js';
import { readFigure, readImage, readObject, readSvg } from './elements/figures.js';
import { readMath, readSwitch } from './elements/formulas.js';
import { readHeading } from './elements/headings.js';
import {
  readLineBreak,
  readLink,
  readQuote,
  readSubscript,
  readSuperscript,
} from './elements/inline-elements.js';
import { readDefinitionList, readList } from './elements/lists.js';
import { readPageBreak } from './elements/page-breaks.js';
import { readTable } from './elements/tables.js';
import { firstDescendant, hasRole, isElement } from './markup.js';
import type { MarkupElement, MarkupNode } from './markup.js';
import { preformattedItems } from './preformatted.js';
import { stateInside, stateOfChapter } from './reading-state.js';
import type { ReadingState } from './reading-state.js';
import { sceneBreak, withSceneBreaks } from './scene-breaks.js';
import { styleOf } from './style-sheet.js';
import { countWords } from './word-count.js';

const readRule: ElementHandler = (_, { outer, sink }) => {
  sink.flush(outer);
  sink.push(sceneBreak());
};

const readPreformatted: ElementHandler = (element, { state, outer, sink }) => {
  sink.flush(outer);
  for (const item of preformattedItems(element))
    sink.push({ item, words: countWords(item.content) }, state.noteId);
};

/** Elements that are more than a block or a stretch of text with a style. */
const HANDLERS: ReadonlyMap<string, ElementHandler> = new Map([
  ['h1', readHeading],
  ['h2', readHeading],
  ['h3', readHeading],
  ['h4', readHeading],
  ['h5', readHeading],
  ['h6', readHeading],
  ['hr', readRule],
  ['ul', readList],
  ['ol', readList],
  ['menu', readList],
  ['dl', readDefinitionList],
  ['table', readTable],
  ['pre', readPreformatted],
  ['figure', readFigure],
  ['img', readImage],
  ['object', readObject],
  ['svg', readSvg],
  ['math', readMath],
  ['switch', readSwitch],
  ['a', readLink],
  ['br', readLineBreak],
  ['q', readQuote],
  ['sub', readSubscript],
  ['sup', readSuperscript],
]);

const isNavigationOnly = (element: MarkupElement): boolean =>
  element.name === 'nav' && hasRole(element, 'landmarks', 'page-list', 'pagelist');

/** Reads one content document into blocks in reading order. Reading the same file twice gives the same blocks. */
export class ChapterReader implements ContentReader {
  constructor(readonly context: ChapterContext) {}

  read(root: MarkupElement): Block[] {
    const html = firstDescendant(root, 'html');
    const body = firstDescendant(root, 'body') ?? html ?? root;
    const sink = new BlockSink();
    const state = stateOfChapter(html, body, this.context.language);
    sink.addAnchor(html?.attributes['id']);
    this.readElement(body, state, sink);
    sink.flush(state);
    const last = sink.blocks.at(-1);
    if (last) last.anchors.push(...sink.anchors.map((anchor) => ({ ...anchor, isInside: true })));
    return withSceneBreaks(sink.blocks);
  }

  readChildren(element: MarkupElement, state: ReadingState, sink: BlockSink): void {
    for (const child of element.children) this.readNode(child, state, sink);
  }

  readBlocks(
    element: MarkupElement,
    state: ReadingState,
    nodes: readonly MarkupNode[] = element.children,
  ): Block[] {
    const inner = new BlockSink();
    inner.addAnchor(element.attributes['id']);
    for (const node of nodes) this.readNode(node, state, inner);
    inner.flush(state);
    const last = inner.blocks.at(-1);
    if (last) last.anchors.push(...inner.anchors);
    return inner.blocks;
  }

  private readNode(node: MarkupNode, state: ReadingState, sink: BlockSink): void {
    if (isElement(node)) this.readElement(node, state, sink);
    else sink.addText(node, state);
  }

  private readElement(element: MarkupElement, outer: ReadingState, sink: BlockSink): void {
    if (isDroppedElement(element.name) || element.attributes['hidden'] !== undefined) return;
    const style = styleOf(element, this.context.sheets);
    if (style.hidden) return;
    if (readPageBreak(element, sink)) return;
    sink.addAnchor(element.attributes['id']);
    if (isNavigationOnly(element)) return;
    const state = stateInside(element, style, outer);
    const handler = HANDLERS.get(element.name);
    if (handler) handler(element, { state, outer, sink, reader: this });
    else if (isBlockElement(element.name)) this.readBlockElement(element, state, outer, sink);
    else this.readChildren(element, state, sink);
  }

  /** A block inside a heading is a line of that heading. */
  private readBlockElement(
    element: MarkupElement,
    state: ReadingState,
    outer: ReadingState,
    sink: BlockSink,
  ): void {
    const isInHeading = outer.headingRank !== undefined;
    if (isInHeading) sink.addBreak();
    else sink.flush(outer);
    this.readChildren(element, state, sink);
    if (isInHeading) sink.addBreak();
    else sink.flush(state);
  }
}
