const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const BLOCKS = names(
  'address article aside blockquote body center dd details div dl dt fieldset figcaption footer form header hgroup html legend li main nav p section summary td th tr',
);
const DROPPED = names(
  'audio applet base button canvas embed frame frameset head iframe input link meta noframes noscript param script select source style template textarea title track video rp rt rtc',
);
const BOLD = names('b strong');
const ITALIC = names('i em cite dfn var');
const CODE = names('code kbd samp tt');

/** Default rendering of HTML elements by name (HTML 5, section 15, plus names in older books). */
export const isBlockElement = (name: string): boolean => BLOCKS.has(name);
/** Elements that are not text of the book: scripts, controls, media, ruby annotations. */
export const isDroppedElement = (name: string): boolean => DROPPED.has(name);
export const isBoldElement = (name: string): boolean => BOLD.has(name);
export const isItalicElement = (name: string): boolean => ITALIC.has(name);
export const isCodeElement = (name: string): boolean => CODE.has(name);
