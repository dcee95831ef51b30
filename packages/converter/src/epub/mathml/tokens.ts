import { textContent } from '../markup.js';
import type { MarkupElement } from '../markup.js';
import {
  BINARY_OPERATORS,
  FUNCTIONS,
  LETTERS,
  OPERATORS,
  RELATIONS,
  VARIANTS,
  plainLetter,
} from './symbols.js';

/** Text of a token element. */
export const ownText = (element: MarkupElement): string => textContent(element).replace(/\s+/g, ' ').trim();

/** Escapes text for `\text{…}`. */
export const escapeText = (text: string): string =>
  text.replace(/[\\{}%#&_$^~]/g, (char) => {
    if (char === '\\') return '\\textbackslash{}';
    if (char === '^') return '\\textasciicircum{}';
    if (char === '~') return '\\textasciitilde{}';
    return `\\${char}`;
  });

/** Joins pieces, with a space only between a command and a letter, which would otherwise become part of its name. */
export const join = (pieces: readonly string[]): string => {
  let output = '';
  for (const piece of pieces) {
    if (piece === '') continue;
    output += /\\[a-zA-Z]+$/.test(output) && /^[a-zA-Z]/.test(piece) ? ` ${piece}` : piece;
  }
  return output;
};

/** Whether LaTeX treats this as one token without braces. */
export const isSingleToken = (latex: string): boolean =>
  /^(\\[a-zA-Z]+|\\.|[^\\{}^_\s])$/u.test(latex) || /^\\math\w+\{\w\}$/.test(latex);

export const group = (latex: string): string => (isSingleToken(latex) ? latex : `{${latex}}`);

/** Converts an `mi`. Several letters are set upright. */
export const identifier = (text: string, variant: string | undefined): string => {
  if (text === '') return '';
  if (FUNCTIONS.has(text)) return `\\${text}`;
  const chars = [...text];
  const command = variant === undefined ? undefined : VARIANTS[variant];
  const letters = chars.map((char) => {
    const styled = plainLetter(char);
    const letter = styled?.letter ?? char;
    const symbol =
      LETTERS[letter] ?? OPERATORS[letter] ?? (/[\\{}%#&_$^~]/.test(letter) ? escapeText(letter) : letter);
    return styled && styled.command !== '' && !command ? `${styled.command}{${symbol}}` : symbol;
  });
  const body = join(letters);
  if (command)
    return variant === 'bold-script' || variant === 'bold-fraktur'
      ? `\\boldsymbol{${command}{${body}}}`
      : `${command}{${body}}`;
  if (
    chars.length > 1 &&
    variant !== 'italic' &&
    /^[\p{L}\p{N}\s.-]+$/u.test(text) &&
    letters.every((letter, index) => letter === chars[index])
  ) {
    return /^[\x20-\x7e]+$/.test(text)
      ? `\\mathrm{${body.replace(/ /g, '\\ ')}}`
      : `\\text{${escapeText(text)}}`;
  }
  if (chars.length === 1 && variant === 'normal' && /^[a-z]$/i.test(body)) return `\\mathrm{${body}}`;
  return body;
};

/** Converts an `mn` and keeps its thousands separators. */
export const number = (text: string): string => {
  const compact = text.replace(/[\s\u00a0]+/g, '');
  return [...compact]
    .map((char) => plainLetter(char)?.letter ?? char)
    .join('')
    .replace(/,(?=\d{3})/g, '{,}')
    .replace(/[\\%#&_$^~]/g, (char) => escapeText(char))
    .replace(/−/g, '-');
};

const operatorSymbol = (text: string): string => {
  if (FUNCTIONS.has(text)) return `\\${text}`;
  if (Object.hasOwn(OPERATORS, text)) return OPERATORS[text] ?? '';
  if (/^\p{L}{2,}$/u.test(text)) return `\\operatorname{${escapeText(text)}}`;
  return join([...text].map((char) => OPERATORS[char] ?? LETTERS[char] ?? char));
};

/** Converts an `mo`. Spaces keep the source readable; LaTeX ignores them. */
export const operator = (element: MarkupElement): string => {
  const text = ownText(element);
  const symbol = operatorSymbol(text);
  if (symbol.trim() === '') return '';
  if (RELATIONS.has(text) || BINARY_OPERATORS.has(text)) return ` ${symbol} `;
  if (text === ',' || text === ';') return `${symbol} `;
  return symbol;
};

/** Converts an `mspace`. Widths are in em; 0.3 em is LaTeX's thick space. */
export const space = (element: MarkupElement): string => {
  if (element.attributes['linebreak'] === 'newline') return ' ';
  const width = /^(-?[\d.]+)\s*(em|ex|px|pt)?/.exec(element.attributes['width'] ?? '');
  const em = Number(width?.[1] ?? 0) * (width?.[2] === 'px' || width?.[2] === 'pt' ? 0.07 : 1);
  if (!(em > 0.05)) return '';
  if (em < 0.25) return '\\,';
  if (em < 0.7) return '\\;';
  return em < 1.5 ? '\\quad ' : '\\qquad ';
};

/** Converts an `mtext`. */
export const text = (value: string): string => {
  const tidy = value.replace(/[\s\u00a0]+/g, ' ');
  if (tidy === '') return '';
  return tidy.trim() === '' ? '\\ ' : `\\text{${escapeText(tidy)}}`;
};
