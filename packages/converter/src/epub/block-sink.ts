import type { DraftItem } from '../layout/items/item-id.js';
import type { Anchor, Block, BlockImage, NoteReference } from './block.js';
import { FIGURE_WORDS, MATH_WORDS, MAX_ITEM_LENGTH } from './block.js';
import { renderRuns } from './inline/render-runs.js';
import { splitAtDoubleBreaks } from './inline/runs.js';
import type { Run } from './inline/runs.js';
import { subscript, superscript } from './inline/script-characters.js';
import { alignOf } from './reading-state.js';
import type { ReadingState } from './reading-state.js';
import { countWords } from './word-count.js';

/** Collects the content of a chapter: finished blocks, and the runs of the open paragraph. */
export class BlockSink {
  readonly blocks: Block[] = [];
  private runs: Run[] = [];
  private isVisible = false;
  private figures: Block[] = [];
  private openAnchors: Anchor[] = [];
  private notes: NoteReference[] = [];

  /** Anchors after the last block. */
  get anchors(): readonly Anchor[] {
    return this.openAnchors;
  }

  /** Whether the open paragraph has visible content. */
  get hasText(): boolean {
    return this.isVisible;
  }

  private add(run: Run): void {
    this.runs.push(run);
    this.isVisible ||= run.kind === 'math' || (run.kind === 'text' && run.text.trim() !== '');
  }

  addText(text: string, state: ReadingState): void {
    const { bold, italic, code, href } = state;
    const shown =
      state.script === 'super'
        ? superscript(text, lastCharacter(this.runs))
        : state.script === 'sub'
          ? subscript(text)
          : text;
    for (const [index, line] of (state.preformatted ? shown.split('\n') : [shown]).entries()) {
      if (index > 0) this.addBreak();
      this.add({ kind: 'text', text: line, bold, italic, code, href });
    }
  }

  addBreak(): void {
    this.add({ kind: 'break' });
  }

  addFormula(latex: string): void {
    this.add({ kind: 'math', latex });
  }

  /** Adds a figure after the open paragraph. */
  addFigure(image: BlockImage, alternative: string): void {
    const item: DraftItem = {
      type: 'figure',
      content: '',
      src: '',
      ...(alternative === '' ? {} : { description: alternative }),
    };
    this.figures.push({ item, image, words: FIGURE_WORDS, anchors: [], notes: [] });
  }

  addAnchor(id: string | undefined, isPageBreak = false): void {
    if (!id && !isPageBreak) return;
    this.openAnchors.push({ id: id ?? '', isInside: this.hasText, isPageBreak });
  }

  addNote(note: NoteReference): void {
    this.notes.push(note);
  }

  /** Adds a finished block with the anchors and notes collected since the last one. */
  push(block: Omit<Block, 'anchors' | 'notes'>, noteId?: string): void {
    const { openAnchors: anchors, notes } = this;
    this.blocks.push({ ...block, anchors, notes, ...(noteId ? { noteId } : {}) });
    this.openAnchors = [];
    this.notes = [];
  }

  /** Ends the open paragraph. */
  flush(state: ReadingState): void {
    const { runs, figures } = this;
    this.runs = [];
    this.isVisible = false;
    this.figures = [];
    for (const part of splitAtDoubleBreaks(runs)) this.paragraph(part, state);
    for (const figure of figures) this.push(figure, state.noteId);
  }

  /** Adds finished blocks. Inside abandoned content, an outer list becomes an `abandon` item. */
  append(blocks: readonly Block[], state: ReadingState): void {
    const [first] = blocks;
    if (first) {
      first.anchors = [...this.openAnchors, ...first.anchors];
      first.notes = [...this.notes, ...first.notes];
      this.openAnchors = [];
      this.notes = [];
    }
    for (const block of blocks) {
      const noteId = block.noteId ?? state.noteId;
      const isList = block.item.type === 'list' && state.isAbandoned && state.listDepth <= 1;
      const item: DraftItem =
        isList && block.item.type === 'list'
          ? { type: 'abandon', content: block.item['list-items'].map((entry) => entry.content).join('\n') }
          : block.item;
      this.blocks.push({ ...block, item, words: isList ? 0 : block.words, ...(noteId ? { noteId } : {}) });
    }
  }

  /**
   * Adds what another sink collected, except its open paragraph.
   * @returns the runs of that paragraph and the blocks that were added
   */
  mergeFrom(inner: BlockSink): { runs: readonly Run[]; blocks: readonly Block[] } {
    const blocks = [...inner.blocks, ...inner.figures];
    for (const anchor of inner.openAnchors) this.openAnchors.push(anchor);
    for (const note of inner.notes) this.notes.push(note);
    for (const block of blocks) this.blocks.push(block);
    return { runs: inner.runs, blocks };
  }

  private paragraph(runs: readonly Run[], state: ReadingState): void {
    const formula = loneFormula(runs);
    if (formula !== undefined && !state.isAbandoned) {
      this.push({ item: { type: 'math', content: formula }, words: MATH_WORDS }, state.noteId);
      return;
    }
    const content = renderRuns(runs, { plainMarks: state.isAbandoned });
    if (content === '') return;
    if (state.isCaption && this.addToCaption(content)) return;
    const align = alignOf(state);
    for (const piece of splitLongText(content)) {
      const item: DraftItem = state.isAbandoned
        ? { type: 'abandon', content: piece }
        : state.isCaption
          ? { type: 'caption', content: piece }
          : { type: 'text', content: piece, ...(align ? { text_align: align } : {}) };
      this.push({ item, words: state.isAbandoned ? 0 : countWords(piece) }, state.noteId);
    }
  }

  /** Adds a caption to the figure before it, if there is one. */
  private addToCaption(content: string): boolean {
    const block = this.blocks.at(-1);
    if (block?.item.type !== 'figure') return false;
    block.item.caption = block.item.caption ? `${block.item.caption}\n${content}` : content;
    block.words += countWords(content);
    return true;
  }
}

const lastCharacter = (runs: readonly Run[]): string => {
  const last = runs.at(-1);
  return last?.kind === 'text' ? last.text.slice(-1) : '';
};

/** The formula of a paragraph that has nothing else but an equation number or a final punctuation mark. */
const loneFormula = (runs: readonly Run[]): string | undefined => {
  const formulas = runs.filter((run) => run.kind === 'math');
  const [formula] = formulas;
  if (formulas.length !== 1 || !formula) return undefined;
  const around = runs
    .map((run) => (run.kind === 'text' ? run.text : ''))
    .join('')
    .trim();
  if (around === '' || /^[.,;]$/.test(around)) return formula.latex;
  const number = /^\(([\dA-Z]+(?:[.\-–][\da-z]+){0,3}[a-z]?)\)[.,]?$/.exec(around)?.[1];
  return number === undefined ? undefined : `${formula.latex} \\tag{${number}}`;
};

const splitLongText = (content: string): string[] => {
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
