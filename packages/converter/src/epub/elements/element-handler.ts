import type { Block } from '../block.js';
import type { BlockSink } from '../block-sink.js';
import type { ContainerTarget } from '../container-path.js';
import type { MarkupElement, MarkupNode } from '../markup.js';
import type { ReadingState } from '../reading-state.js';
import type { StyleSheet } from '../style-sheet.js';

export type ChapterContext = {
  /** Resolves a reference of this file to an existing file of the container. */
  resolve: (reference: string) => ContainerTarget | undefined;
  sheets: readonly StyleSheet[];
  language: string;
  /** Converts a formula. Every implementation must return an empty string for the same formulas, so that the blocks are the same. */
  formula: (math: MarkupElement) => string;
};

/** Reads the content of an element for its handler. */
export interface ContentReader {
  readonly context: ChapterContext;
  readChildren(element: MarkupElement, state: ReadingState, sink: BlockSink): void;
  /**
   * Reads an element into blocks of its own. Its anchors go to these blocks.
   * @param nodes the part of the element to read; all children by default
   */
  readBlocks(element: MarkupElement, state: ReadingState, nodes?: readonly MarkupNode[]): Block[];
}

/** `state` applies inside the element, `outer` around it; the handler adds what it reads to `sink`. */
export type ElementScope = {
  state: ReadingState;
  outer: ReadingState;
  sink: BlockSink;
  reader: ContentReader;
};

export type ElementHandler = (element: MarkupElement, scope: ElementScope) => void;
