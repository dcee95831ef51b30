import type { Block } from '../block.js';

/** The block as a caption of this type, if it is text. */
export const asCaption = (block: Block, type: 'table_caption' | 'math_caption' | 'caption'): Block =>
  block.item.type === 'caption' || block.item.type === 'text'
    ? { ...block, item: { type, content: block.item.content } }
    : block;
