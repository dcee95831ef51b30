import { isBoldElement, isCodeElement, isItalicElement } from './element-kinds.js';
import type { MarkupElement } from './markup.js';
import { hasClass, hasRole } from './markup.js';
import type { Style } from './style-sheet.js';

/** State inherited from the enclosing elements while a chapter is read. */
export type ReadingState = {
  bold: boolean;
  italic: boolean;
  code: boolean;
  preformatted: boolean;
  script?: 'super' | 'sub';
  href?: string;
  align?: string;
  direction: 'ltr' | 'rtl';
  sections: number;
  listDepth: number;
  isCaption: boolean;
  isAbandoned: boolean;
  /** Lists here have no bullets or numbers of their own. */
  unmarkedLists: boolean;
  headingRank?: number;
  noteId?: string;
};

/** Links to the previous and next file, which have no use in our reader. */
const NAVIGATION_CLASS =
  /^(nav(igation|links?|bar|header|footer|-links?|-bar)?|prev-?next|pager|breadcrumbs?|related-?links|familylinks)$/i;
const CAPTION_CLASS = /^((fig|img|image|illustration|photo)[-_]?)?(caption|figcaption|legend)$/i;
const RTL_LANGUAGES = ['ar', 'he', 'fa', 'ur', 'yi'];

/** The state before the body of a chapter in a language (BCP 47). */
export const stateOfChapter = (
  html: MarkupElement | undefined,
  body: MarkupElement,
  language: string,
): ReadingState => {
  const direction = (body.attributes['dir'] ?? html?.attributes['dir']) === 'rtl' ? 'rtl' : 'ltr';
  const isRtlLanguage = RTL_LANGUAGES.includes(language.slice(0, 2).toLowerCase());
  return {
    bold: false,
    italic: false,
    code: false,
    preformatted: false,
    direction: isRtlLanguage && !body.attributes['dir'] ? 'rtl' : direction,
    sections: 0,
    listDepth: 0,
    isCaption: false,
    isAbandoned: false,
    unmarkedLists: false,
  };
};

/** The state inside an element with this style, given the state around it. */
export const stateInside = (element: MarkupElement, style: Style, outer: ReadingState): ReadingState => {
  const { name, attributes } = element;
  const { dir, id } = attributes;
  const isNav = name === 'nav';
  const isToc = hasRole(element, 'toc');
  const isNote = hasRole(element, 'footnote', 'rearnote', 'endnote') && name !== 'li' && Boolean(id);
  return {
    ...outer,
    bold: style.bold ?? (isBoldElement(name) || outer.bold),
    italic: style.italic ?? (isItalicElement(name) || outer.italic),
    code: isCodeElement(name) || outer.code,
    preformatted: style.preformatted ?? outer.preformatted,
    align: style.align ?? attributes['align']?.toLowerCase() ?? (name === 'center' ? 'center' : outer.align),
    direction: dir === 'rtl' || dir === 'ltr' ? dir : outer.direction,
    sections: outer.sections + (name === 'section' ? 1 : 0),
    isCaption: outer.isCaption || name === 'figcaption' || hasClass(element, CAPTION_CLASS),
    isAbandoned: outer.isAbandoned || hasClass(element, NAVIGATION_CLASS) || (isNav && !isToc),
    unmarkedLists: (isNav && isToc) || (style.unmarkedList ?? outer.unmarkedLists),
    ...(isNote ? { noteId: id } : {}),
  };
};

/** The alignment where it differs from the default of the writing direction. */
export const alignOf = ({ align, direction }: ReadingState): 'left' | 'center' | 'right' | undefined => {
  if (align === 'center') return 'center';
  if (align === 'right' && direction === 'ltr') return 'right';
  if (align === 'left' && direction === 'rtl') return 'left';
  return undefined;
};
