import type { Block } from './block.js';

const SCENE_BREAK = '* * *';

/** A horizontal rule as the usual typographic sign of a scene break. */
export const sceneBreak = (): Pick<Block, 'item' | 'words'> => ({
  item: { type: 'text', content: SCENE_BREAK, text_align: 'center' },
  words: 0,
});

const isSceneBreak = (block: Block | undefined): boolean =>
  block?.item.type === 'text' && block.item.content === SCENE_BREAK && block.words === 0;

/** Keeps scene breaks between two passages; drops those at an edge, before a heading or beside another one. */
export const withSceneBreaks = (blocks: readonly Block[]): Block[] =>
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
