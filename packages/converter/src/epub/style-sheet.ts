import type { MarkupElement } from './markup.js';
import { tokens } from './markup.js';

/** The declarations that change the meaning of the text, not only its looks. */
export type Style = {
  align?: 'left' | 'center' | 'right' | 'justify';
  bold?: boolean;
  italic?: boolean;
  hidden?: boolean;
  preformatted?: boolean;
  /** A list without bullets or numbers. */
  unmarkedList?: boolean;
};

/** Declarations by simple selector: `p`, `.class`, `p.class` or `#id`. */
export type StyleSheet = ReadonlyMap<string, Style>;

const MAX_RULES = 20_000;
const SIMPLE_SELECTOR = /^([a-z][a-z0-9]*)?([.#][\w-]+)?$/i;

const alignOf = (value: string): Style['align'] => {
  if (value === 'center' || value === 'right' || value === 'left' || value === 'justify') return value;
  return value === 'start' ? 'left' : value === 'end' ? 'right' : undefined;
};

/** Reads a `style` attribute or the body of a rule. */
export const parseDeclarations = (body: string): Style => {
  const style: Style = {};
  for (const declaration of body.split(';')) {
    const colon = declaration.indexOf(':');
    if (colon < 0) continue;
    const property = declaration.slice(0, colon).trim().toLowerCase();
    const value = declaration
      .slice(colon + 1)
      .replace(/!important/i, '')
      .trim()
      .toLowerCase();
    if (property === 'text-align') {
      const align = alignOf(value);
      if (align) style.align = align;
    } else if (property === 'font-weight')
      style.bold = value === 'bold' || value === 'bolder' || Number(value) >= 600;
    else if (property === 'font-style') style.italic = value === 'italic' || value === 'oblique';
    else if (property === 'display') style.hidden = value === 'none';
    else if (property === 'list-style' || property === 'list-style-type')
      style.unmarkedList = /\bnone\b/.test(value);
    else if (property === 'white-space') style.preformatted = value.startsWith('pre') && value !== 'pre-line';
  }
  return style;
};

const withoutComments = (css: string): string => {
  const parts: string[] = [];
  let from = 0;
  for (let start = css.indexOf('/*'); start >= 0; start = css.indexOf('/*', from)) {
    parts.push(css.slice(from, start));
    const end = css.indexOf('*/', start + 2);
    if (end < 0) return parts.join(' ');
    from = end + 2;
  }
  parts.push(css.slice(from));
  return parts.join(' ');
};

/** Selector and body of each top-level rule. Rules inside `@media` and the like are skipped: they apply to some screens only. */
const topLevelRules = (css: string): { selector: string; body: string }[] => {
  const rules: { selector: string; body: string }[] = [];
  let depth = 0;
  let ruleStart = 0;
  let bodyStart = 0;
  for (let index = 0; index < css.length && rules.length < MAX_RULES; index += 1) {
    const char = css[index];
    if (char === '{') {
      if (depth === 0) bodyStart = index + 1;
      depth += 1;
    } else if (char === '}' && depth > 0) {
      depth -= 1;
      if (depth > 0) continue;
      const selector = css.slice(ruleStart, bodyStart - 1).trim();
      if (!selector.startsWith('@')) rules.push({ selector, body: css.slice(bodyStart, index) });
      ruleStart = index + 1;
    }
  }
  return rules;
};

/** Reads the rules with simple selectors; skips combinators, pseudo-classes and conditional rules. */
export const parseStyleSheet = (css: string): Map<string, Style> => {
  const sheet = new Map<string, Style>();
  for (const { selector, body } of topLevelRules(withoutComments(css))) {
    const style = parseDeclarations(body);
    if (Object.keys(style).length === 0) continue;
    for (const part of selector.replace(/^.*;/s, '').split(',')) {
      const simple = SIMPLE_SELECTOR.exec(part.trim());
      if (!simple || simple[0] === '') continue;
      const key = `${(simple[1] ?? '').toLowerCase()}${simple[2] ?? ''}`;
      sheet.set(key, { ...sheet.get(key), ...style });
    }
  }
  return sheet;
};

/** The declarations that apply to an element, weakest selector first, without inheritance. */
export const styleOf = (element: MarkupElement, sheets: readonly StyleSheet[]): Style => {
  const classes = tokens(element, 'class').slice(0, 20);
  const id = element.attributes['id'];
  const style: Style = {};
  if (sheets.every((sheet) => sheet.size === 0) && element.attributes['style'] === undefined) return style;
  const keys = [
    element.name,
    ...classes.map((name) => `.${name}`),
    ...classes.map((name) => `${element.name}.${name}`),
    ...(id ? [`#${id}`, `${element.name}#${id}`] : []),
  ];
  for (const key of keys) for (const sheet of sheets) Object.assign(style, sheet.get(key));
  const inline = element.attributes['style'];
  return inline ? Object.assign(style, parseDeclarations(inline)) : style;
};
