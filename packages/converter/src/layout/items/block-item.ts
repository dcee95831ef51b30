import { guessCodeLanguage } from './code-language.js';
import { captionKindOf } from '../figures/caption.js';
import { codeText, isCode } from './code-listing.js';
import { headingLevelOf } from './headings.js';
import { inlineMarkdownOf, plainTextOf } from '../lines/inline-text.js';
import { readListMarker } from './list-marker.js';
import type { TextBlock } from '../flow/paragraphs.js';
import type { StructuredItem, StructureInput } from '../page/structure-types.js';

/** Makes an item of a block of lines: code, verse, a caption, a heading, a list entry, or text. */
export const toItem = (
  block: TextBlock,
  input: StructureInput,
  vocabulary: ReadonlySet<string>,
): StructuredItem => {
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
  const level = headingLevelOf(block, text, input);
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

/** Removes the list marker, which may be bold or italic, alone or with the words after it. */
const withoutMarker = (content: string): string => {
  const plain = readListMarker(content);
  if (plain) return plain.rest;
  const [, emphasis = '', inner = ''] = /^(\*{1,3})(\S.*)$/su.exec(content) ?? [];
  const rest = readListMarker(inner)?.rest;
  if (rest === undefined) return content;
  return rest.startsWith(emphasis) ? rest.slice(emphasis.length).trim() : emphasis + rest;
};

/** Entries of a bibliography keep their numbers because the text refers to them. */
const isReference = (text: string): boolean => /^\[\p{Nd}{1,3}\]/u.test(text);
