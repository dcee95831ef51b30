import type { Inline } from './inline/inline-node.js';
import { parseInline } from './inline/parse-inline.js';
import { safeHref } from './inline/safe-href.js';

/** A block of a static page. Headings are of level 2 or 3: level 1 is the page's title. */
export type StaticBlock =
  | { kind: 'heading'; level: 2 | 3; text: Inline[] }
  | { kind: 'paragraph'; text: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Inline[][] };

/** The address of a link that staff may set: a path of this site, or what `safeHref` allows. */
const staticHref = (url: string): string | null =>
  /^\/(?![/\\])[\w\-./?=&%#~]*$/.test(url) ? url : safeHref(url);
const inline = (text: string): Inline[] => parseInline(text, staticHref);

const HEADING = /^(#{2,3}) +(\S.*)$/s;
const BULLET = /^[-*] +(\S.*)$/s;
const NUMBER = /^[0-9۰-۹]{1,3}[.)] +(\S.*)$/s;

/**
 * Parses the text of a static page: `## heading`, `### heading`, `- item`, `1. item`, paragraphs separated by an empty line,
 * and the inline marks of `parseInline`. Everything else, including HTML, is literal text.
 */
export const parseStaticPage = (content: string): StaticBlock[] => {
  const blocks: StaticBlock[] = [];
  let paragraph: string[] = [];
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', text: inline(paragraph.join('\n')) });
    paragraph = [];
  };
  for (const line of content.split('\n')) {
    const text = line.trim();
    const heading = HEADING.exec(text);
    const bullet = BULLET.exec(text);
    const item = bullet ?? NUMBER.exec(text);
    if (text === '') {
      endParagraph();
      continue;
    }
    if (heading?.[2] !== undefined) {
      endParagraph();
      blocks.push({ kind: 'heading', level: heading[1] === '##' ? 2 : 3, text: inline(heading[2]) });
    } else if (item?.[1] !== undefined) {
      endParagraph();
      const ordered = bullet === null;
      const last = blocks.at(-1);
      if (last?.kind === 'list' && last.ordered === ordered) last.items.push(inline(item[1]));
      else blocks.push({ kind: 'list', ordered, items: [inline(item[1])] });
    } else paragraph.push(text);
  }
  endParagraph();
  return blocks;
};
