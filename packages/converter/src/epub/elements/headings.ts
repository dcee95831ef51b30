import { escapeInline } from '../../layout/lines/inline-text.js';
import { BlockSink } from '../block-sink.js';
import { renderRuns } from '../inline/render-runs.js';
import type { Run } from '../inline/runs.js';
import { alignOf } from '../reading-state.js';
import { countWords } from '../word-count.js';
import type { ElementHandler } from './element-handler.js';

export const readHeading: ElementHandler = (element, { state, outer, sink, reader }) => {
  sink.flush(outer);
  const inner = new BlockSink();
  const level = Number(element.name[1]);
  // In a nested section an h1 is the heading of that section (HTML 5, sections and headings).
  const rank = level === 1 ? Math.max(1, state.sections) : level;
  reader.readChildren(element, { ...state, headingRank: rank, href: undefined }, inner);
  const { runs, blocks } = sink.mergeFrom(inner);
  const onOneLine = runs.map((run): Run =>
    run.kind === 'break' ? { kind: 'text', text: ' ', bold: false, italic: false, code: false } : run,
  );
  const image = blocks.find((block) => block.item.type === 'figure');
  const alternative = image?.item.type === 'figure' ? (image.item.description ?? '') : '';
  const content = renderRuns(onOneLine, { plainMarks: true }) || escapeInline(alternative);
  if (content === '') return;
  if (state.isAbandoned) {
    sink.push({ item: { type: 'abandon', content }, words: 0 });
    return;
  }
  const align = alignOf(state);
  const item = { type: 'heading' as const, content, level: 1, ...(align ? { text_align: align } : {}) };
  sink.push({ item, words: countWords(content), rank }, state.noteId);
};
