/**
 * Reads the truth files of the corpus as plain Markdown: text, `#` headings and tables. Only what a rendered page does not
 * show is removed: comments, commands of publishing tools, addresses of links and images.
 */
import { readFile } from 'node:fs/promises';

/** @returns {Promise<string>} the Markdown of a truth file of any kind */
export async function readTruth(file) {
  const text = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '').replaceAll('\f', '\n');
  if (file.endsWith('.tex')) return fromTex(text);
  if (file.endsWith('.md')) return fromMarkdown(text);
  return fromTranscription(text);
}

function fromMarkdown(text) {
  return (
    text
      .replace(/<!--.*?-->/gs, '')
      // Commands of two publishing tools, and the glyph name that a parser wrote in place of a bullet.
      .replace(/\{\{\{.*?\}\}\}|\{\{\/?[a-z].*?\}\}|^\s*[a-z]+\}\}$/gms, '')
      .replace(/\(\(([^()]*)\)\)/g, '$1')
      .replaceAll('SM590000 ', '')
      .replace(/^#+\s*$/gm, '')
  );
}

/** `~~~` text that was not typed, `_word` underlined, `^x` superscript (the corpus' README); `¬` a hyphen at a line's end. */
function fromTranscription(text) {
  return text
    .replaceAll('~~~', '')
    .replace(/(^|\s)_(?=\p{L})/gmu, '$1')
    .replace(/\^(?=\p{L})/gu, '')
    .replaceAll('¬\n', '')
    .replace(/(?<=\p{Ll})-\n+(?=\p{Ll})/gu, '');
}

const SYMBOLS = {
  sigma: 'σ',
  beta: 'β',
  mu: 'μ',
  gamma: 'γ',
  varepsilon: 'ε',
  epsilon: 'ϵ',
  times: '×',
  cdot: '·',
  sum: '∑',
  dots: '...',
  in: '∈',
  rightarrow: '→',
  sqrt: '√',
  lfloor: '⌊',
  rfloor: '⌋',
  max: 'max',
};

/** LaTeX as it is rendered: titles, sections, lists, and formulas as characters. Sections are numbered as by the class. */
function fromTex(text) {
  const counters = [0, 0];
  const section = (_, command, star, title) => {
    const depth = command.startsWith('sub') ? 1 : 0;
    counters[depth] += 1;
    if (depth === 0) counters[1] = 0;
    const number = star ? '' : `${counters.slice(0, depth + 1).join('.')} `;
    return `\n\n${'#'.repeat(depth + 2)} ${number}${title}\n\n`;
  };
  const title = /\\title\{(.*?)\}/.exec(text)?.[1].replaceAll('\\\\', ' ') ?? '';
  const author = /\\author\{(.*?)\}/.exec(text)?.[1].replaceAll('\\\\', ' ') ?? '';
  const body = /\\begin\{document\}(.*)\\end\{document\}/s.exec(text)?.[1] ?? '';
  let plain = body
    .replace(/(?<!\\)%.*$/gm, '')
    .replace(/\\(?:title|author|includegraphics)(?:\[[^\]]*\])?\{.*?\}/g, '')
    .replace(/\\maketitle/, () => `# ${title}\n\n${author}\n\n`)
    .replace(/\\(section|subsection)(\*?)\{(.*?)\}/g, section)
    .replace(/\\begin\{thebibliography\}\{.*?\}/, '\n\n## Список литературы\n\n')
    .replace(/\\bibitem\{.*?\}/g, '\n\n')
    .replace(/\\href\{.*?\}\{/g, '{')
    .replace(/\\(?:begin|end)\{.*?\}(?:\[[^\]]*\])?/g, '\n')
    .replace(/\\item/g, '\n- ')
    .replace(/\$\$?/g, ' ')
    .replace(/\\(?:left|right|big|centering|qquad)\b/g, ' ')
    .replace(/\\frac(\w)(\w)/g, '$1 $2')
    .replace(/\\([a-zA-Z]+)/g, (_, name) => SYMBOLS[name] ?? ' ')
    .replace(/\\[,\\]/g, ' ')
    .replace(/\\(.)/g, '$1')
    .replace(/[_^{}]/g, '')
    .replaceAll('~', ' ');
  plain = plain.replace(/ {2,}/g, ' ');
  return plain.replace(/\\,/g, '');
}

/**
 * Removes all Markdown marks except those of headings and tables, so that tools are compared by their text, whether they
 * write bold, links and bullets or not. Applied to both sides.
 */
export function bare(markdown) {
  let text = markdown
    .replace(/\r\n?/g, '\n')
    .replace(/^\s*(?:`{3,}|~{3,}).*$/gm, '')
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[((?:[^\]\\]|\\.)*)\]\((?:[^()\s]|\([^()]*\))*(?:\s"[^"]*")?\)/g, '$1')
    .replace(/<((?:https?|mailto):[^>\s]*)>/g, '$1')
    .replace(/<br\s*\/?>/g, ' ')
    .replace(/^(\s*)(?:[-*+•●▪◦‣–]|\\?[o○])\s+(?=\S)/gmu, '$1')
    .replace(/^>\s?/gm, '')
    .replaceAll('`', '');
  for (let before = ''; before !== text;) {
    before = text;
    text = text.replace(/(\*{1,3}|~~|__|_)(\S(?:[^\n]*?\S)?)\1/g, (whole, mark, inner, at) =>
      mark.startsWith('_') && /\w/.test(before[at - 1] ?? '') ? whole : inner,
    );
  }
  return text
    .replace(/\\([\\`*_{}[\]()#+\-.!<>~$])/g, '$1')
    .normalize('NFKC')
    .replace(/[\u200B-\u200F\u202A-\u202E\u2066-\u2069\u00AD\uFEFF]/g, '');
}
