import type { DocumentProfile } from '../page/document-profile.js';
import { isTextSize, levelOfSize } from '../page/document-profile.js';
import type { TextBlock } from '../flow/paragraphs.js';
import { unicodeForm } from '@hamkhan/contracts/unicode-form';

type Level = 1 | 2 | 3;
export const clampLevel = (level: number): Level => (level <= 1 ? 1 : level === 2 ? 2 : 3);

const NUMBERING = /^(?:§\s*)?(\p{Nd}{1,3}(?:\.\p{Nd}{1,3}){0,4})\.?\s+(?=[\p{L}«"„“(])/u;
const CHAPTER =
  /^(?:(?:chapter|part|appendix|kapitel|teil|anhang|cap[íi]tulo|parte|ap[ée]ndi[cx]e?|chapitre|partie|annexe|глава|часть|приложение)\s+[\p{Nd}IVXLC]+|第\s*[一二三四五六七八九十百\p{Nd}]+\s*[章部篇]|(?:الفصل|الباب|الجزء)\s+\S+|(?:פרק|חלק|נספח)\s+\S+)(?:[\s.:—–-]|$)/iu;

const squeeze = (text: string): string =>
  unicodeForm('NFKC', text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** The level of the entry in the table of contents with the same title, apart from its numbering. */
export const outlineLevelOf = (
  text: string,
  outline: readonly { title: string; level: number }[],
): Level | undefined => {
  const own = squeeze(text);
  if (own.length < 2) return undefined;
  const bare = own.replace(/^\p{N}+/u, '');
  for (const { title, level } of outline) {
    const other = squeeze(title);
    if (other.length < 2) continue;
    if (own === other || (bare.length > 2 && bare === other.replace(/^\p{N}+/u, '')))
      return clampLevel(level);
  }
  return undefined;
};

const isShort = (block: TextBlock, text: string): boolean => block.lines.length <= 4 && text.length <= 220;

type HeadingContext = {
  profile: DocumentProfile;
  outline: readonly { title: string; level: number }[];
  isRecognised: boolean;
};

/** Font size of a block, in font sizes of the running text. */
const ratioOf = (block: TextBlock, { profile, isRecognised }: HeadingContext): number => {
  const ratio = block.size / profile.bodySize;
  return isTextSize(profile, block.size) && !isRecognised ? Math.min(1, ratio) : ratio;
};

/**
 * The level of a heading; undefined for running text. Decided by the document's table of contents, then by the tags of the file, then by
 * the font size compared with the whole document, then by bold or capital lines that stand alone, with the depth of their numbering.
 */
export const headingLevelOf = (
  block: TextBlock,
  text: string,
  context: HeadingContext,
): Level | undefined => {
  if (!isShort(block, text) || !/\p{L}{2}|\p{Script=Han}/u.test(text)) return undefined;
  if (/ … [\p{Nd}ivxlc]+$/iu.test(text)) return undefined;
  const byOutline = outlineLevelOf(text, context.outline);
  if (byOutline) return byOutline;
  const tag = block.lines[0]?.words[0]?.tag;
  const tagged = tag ? /^H(\d)?$/.exec(tag) : null;
  if (tagged) return clampLevel(Number(tagged[1] ?? 1));
  if (/^[\p{L}\p{Nd}]{1,3}$/u.test(text) && !/\p{Script=Han}/u.test(text)) return undefined;
  const ratio = ratioOf(block, context);
  if (hasHeadingSize(block, text, ratio, context.isRecognised)) {
    return levelOfSize(context.profile, block.size) ?? (ratio > 1.6 ? 1 : ratio > 1.25 ? 2 : 3);
  }
  return ratio < MIN_RATIO ? undefined : levelByStyle(block, text, context.profile);
};

/** Smaller type than this, compared with the running text, is no heading. */
const MIN_RATIO = 0.93;

/** Whether a block is larger than the running text, and neither a sentence nor the rest of one. */
const hasHeadingSize = (block: TextBlock, text: string, ratio: number, isRecognised: boolean): boolean => {
  const isSentence = /[,;،]$/u.test(text) || (/[.。]$/u.test(text) && text.length > 90);
  const isRest = ratio < 1.4 && (/^\p{Ll}/u.test(text) || (/[.。]$/u.test(text) && text.length > 40));
  const isDoubtful =
    isRecognised &&
    (/^\p{Ll}|[.,:;-]$/u.test(text) || block.gapBefore < 0.15 * block.size || text.length > 120);
  return (
    ratio >= (isRecognised ? 1.3 : 1.1) &&
    !isSentence &&
    !isRest &&
    !isDoubtful &&
    block.lines.length <= (ratio > 1.4 ? 4 : 3)
  );
};

/** The level of a heading in the size of the running text: a chapter word, bold, capitals, or a number such as 2.1. */
const levelByStyle = (block: TextBlock, text: string, profile: DocumentProfile): Level | undefined => {
  if (/[.,;:،؛。：；]$/u.test(text)) return undefined;
  const isAlone = block.gapBefore > 0.25 * block.size && block.lines.length <= 2;
  if (CHAPTER.test(text) && text.length < 90 && isAlone) return 1;
  const depth = NUMBERING.exec(text)?.[1]?.split('.').length;
  const below = deepestSizeLevel(profile);
  if (block.isBold && text.length <= 140 && block.lines.length <= 2) {
    return clampLevel(Math.max(below + 1, Math.min(depth ?? 1, 3)));
  }
  if (!isAlone || text.length > 90) return undefined;
  const isCapitals = /\p{Lu}{3}/u.test(text) && !/\p{Ll}/u.test(text);
  if (isCapitals && (block.align === 'center' || depth)) return clampLevel(Math.max(below + 1, depth ?? 1));
  return depth && depth >= 2 && /^[\p{Nd}.]+\s+\p{Lu}/u.test(text) ? clampLevel(depth) : undefined;
};

const deepestSizeLevel = (profile: DocumentProfile): number => Math.max(0, ...profile.levelBySize.values());
