import type { Run } from './runs.js';

/**
 * The characters of a block that need a backslash, because they could be read as marks: those that occur twice, or beside
 * real marks of that kind. A single price or asterisk needs none.
 */
export const signsToEscape = (runs: readonly Run[]): ReadonlySet<string> => {
  const signs = new Set<string>();
  const texts = runs.flatMap((run) => (run.kind === 'text' && !run.code ? [run.text] : []));
  for (const sign of ['*', '$', '`']) {
    const literal = texts.reduce((sum, text) => sum + text.split(sign).length - 1, 0);
    const isUsed = runs.some((run) =>
      run.kind === 'math'
        ? sign === '$'
        : run.kind === 'text' && (sign === '*' ? run.bold || run.italic : sign === '`' && run.code),
    );
    if (literal > 1 || (literal > 0 && isUsed)) signs.add(sign);
  }
  return signs;
};

export const escapeText = (text: string, signs: ReadonlySet<string>): string =>
  text
    .replace(/\\(?=[*$`[\\])/g, '\\\\')
    .replace(/[*$`]/g, (sign) => (signs.has(sign) ? `\\${sign}` : sign))
    .replace(/\[(?=[^[\]]{0,500}\]\()/g, '\\[');

export const codeSpan = (text: string): string => {
  const longest = (text.match(/`+/g) ?? []).reduce((most, ticks) => Math.max(most, ticks.length), 0);
  const fence = '`'.repeat(longest + 1);
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${text}${pad}${fence}`;
};
