import type { Block } from '../block.js';
import { childElements, firstDescendant, isElement, textContent, tidyText } from '../markup.js';
import type { MarkupElement, MarkupNode } from '../markup.js';
import { isSmallImage, texOfImage } from '../picture-element.js';
import { sanitiseSvg } from '../svg.js';
import { asCaption } from './captions.js';
import type { ElementHandler, ElementScope } from './element-handler.js';

const MAX_ALTERNATIVE_LENGTH = 5000;

const isFigcaption = (node: MarkupNode): boolean => isElement(node) && node.name === 'figcaption';

/** Adds caption blocks to a figure that can hold them. */
const addCaptions = (picture: Block, captions: readonly Block[]): void => {
  if (picture.item.type !== 'figure') return;
  const caption = captions.map(({ item }) => item.content).join('\n');
  if (caption !== '')
    picture.item.caption = picture.item.caption ? `${picture.item.caption}\n${caption}` : caption;
  picture.words += captions.reduce((sum, block) => sum + block.words, 0);
  picture.anchors.push(...captions.flatMap((block) => block.anchors));
  picture.notes.push(...captions.flatMap((block) => block.notes));
};

const captionTypeFor = (blocks: readonly Block[]): 'table_caption' | 'math_caption' | 'caption' => {
  if (blocks.some(({ item }) => item.type === 'table')) return 'table_caption';
  return blocks.some(({ item }) => item.type === 'math') ? 'math_caption' : 'caption';
};

/** Reads a `figure`. Its caption goes to the last image, or is an item of its own beside a table, formula or listing. */
export const readFigure: ElementHandler = (element, { state, outer, sink, reader }) => {
  sink.flush(outer);
  const captionElement = childElements(element).find(isFigcaption);
  const blocks = reader.readBlocks(
    element,
    { ...state, isCaption: false },
    element.children.filter((node) => !isFigcaption(node)),
  );
  const captions = captionElement
    ? reader.readBlocks(captionElement, { ...state, isCaption: true, align: undefined })
    : [];
  const picture = blocks.findLast(({ item }) => item.type === 'figure');
  if (picture && captions.every(({ item }) => item.type === 'caption')) {
    addCaptions(picture, captions);
    sink.append(blocks, state);
    return;
  }
  const type = captionTypeFor(blocks);
  const typed = captions.map((block) => asCaption(block, type));
  const isCaptionFirst =
    element.children.findIndex(isFigcaption) === element.children.findIndex((node) => isElement(node));
  sink.append(isCaptionFirst ? [...typed, ...blocks] : [...blocks, ...typed], state);
};

const addImage = (element: MarkupElement, source: string, { state, sink, reader }: ElementScope): void => {
  const tex = texOfImage(element);
  if (tex) {
    sink.addFormula(tex);
    return;
  }
  const alternative = tidyText(element.attributes['alt'] ?? '').slice(0, MAX_ALTERNATIVE_LENGTH);
  const isInline = (sink.hasText || state.headingRank !== undefined) && isSmallImage(element);
  const target = isInline ? undefined : reader.context.resolve(source);
  if (target) sink.addFigure({ kind: 'file', path: target.path }, alternative);
  else if (alternative !== '') sink.addText(alternative, state);
};

export const readImage: ElementHandler = (element, scope) => {
  addImage(element, element.attributes['src'] ?? '', scope);
};

export const readObject: ElementHandler = (element, scope) => {
  if (/^image\//.test(element.attributes['type'] ?? ''))
    addImage(element, element.attributes['data'] ?? '', scope);
};

/** Reads an `svg`: the image file it wraps, or the drawing itself. */
export const readSvg: ElementHandler = (element, { sink, reader }) => {
  const image = firstDescendant(element, 'image') ?? firstDescendant(element, 'img');
  const target = image && reader.context.resolve(image.attributes['href'] ?? image.attributes['src'] ?? '');
  const title = firstDescendant(element, 'title') ?? firstDescendant(element, 'desc');
  const alternative = tidyText(element.attributes['aria-label'] ?? (title ? textContent(title) : ''));
  if (target) {
    sink.addFigure({ kind: 'file', path: target.path }, alternative);
    return;
  }
  const svg = sanitiseSvg(element);
  if (svg) sink.addFigure({ kind: 'drawing', svg }, alternative);
};
