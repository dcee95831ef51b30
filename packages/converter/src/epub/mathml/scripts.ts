import { childElements } from '../markup.js';
import type { MarkupElement } from '../markup.js';
import { takesLimits } from './structure.js';
import type { LatexWriter } from './structure.js';
import { ACCENTS_OVER, ACCENTS_UNDER } from './symbols.js';
import { group, isSingleToken, ownText } from './tokens.js';

/** A base with a subscript, a superscript or both. */
export const scripts = (
  base: MarkupElement | undefined,
  below: MarkupElement | undefined,
  above: MarkupElement | undefined,
  writer: LatexWriter,
): string => {
  const latex = base ? writer.node(base).trim() : '';
  const isWhole =
    isSingleToken(latex) ||
    takesLimits(base) ||
    /^(\\left|\\begin)/.test(latex) ||
    /^[([][^()[\]]*[)\]]$/.test(latex);
  const head = latex === '' ? '{}' : isWhole ? latex : `{${latex}}`;
  const sub = below ? writer.node(below).trim() : '';
  const sup = above ? writer.node(above).trim() : '';
  if (/^'+$/.test(sup)) return `${head}${sup}${sub === '' ? '' : `_${group(sub)}`}`;
  const limits = `${head}${sub === '' ? '' : `_${group(sub)}`}${sup === '' ? '' : `^${group(sup)}`}`;
  return takesLimits(base) ? `${limits} ` : limits;
};

/** A base with an accent, a brace or a label over it, under it or both. */
export const overUnder = (
  base: MarkupElement | undefined,
  below: MarkupElement | undefined,
  above: MarkupElement | undefined,
  writer: LatexWriter,
): string => {
  if (takesLimits(base)) return scripts(base, below, above, writer);
  let latex = base ? writer.node(base).trim() : '';
  const isBraced = /^\\(over|under)brace/.test(latex);
  if (above) {
    const mark = ACCENTS_OVER[ownText(above)];
    const [single, wide] = mark ?? [];
    if (mark) latex = `${[...latex].length === 1 ? single : wide}{${latex}}`;
    else if (isBraced) latex = `${latex}^{${writer.node(above).trim()}}`;
    else latex = `\\overset{${writer.node(above).trim()}}{${latex}}`;
  }
  if (below) {
    const mark = ACCENTS_UNDER[ownText(below)];
    if (mark) latex = `${mark}{${latex}}`;
    else if (isBraced) latex = `${latex}_{${writer.node(below).trim()}}`;
    else latex = `\\underset{${writer.node(below).trim()}}{${latex}}`;
  }
  return latex;
};

/** Converts an `mmultiscripts`. */
export const multiscripts = (element: MarkupElement, writer: LatexWriter): string => {
  const [base, ...rest] = childElements(element);
  const split = rest.findIndex((child) => child.name === 'mprescripts');
  const after = split < 0 ? rest : rest.slice(0, split);
  const before = split < 0 ? [] : rest.slice(split + 1);
  const pair = (list: readonly MarkupElement[]): string => {
    let output = '';
    for (let index = 0; index < list.length; index += 2) {
      const [sub, sup] = [list[index], list[index + 1]].map((child) =>
        child && child.name !== 'none' ? writer.node(child).trim() : '',
      );
      output += `${sub ? `_${group(sub)}` : ''}${sup ? `^${group(sup)}` : ''}`;
    }
    return output;
  };
  const lead = pair(before);
  return `${lead === '' ? '' : `{}${lead}`}${base ? group(writer.node(base).trim()) : ''}${pair(after)}`;
};
