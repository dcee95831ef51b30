/** Names of languages in the classes of code blocks, and the names that the editor offers for them. */
const ALIASES: Record<string, string> = {
  js: 'javascript',
  javascript: 'javascript',
  ecmascript: 'javascript',
  node: 'javascript',
  jsx: 'javascript',
  ts: 'typescript',
  typescript: 'typescript',
  tsx: 'typescript',
  py: 'python',
  python: 'python',
  python3: 'python',
  pycon: 'python',
  ipython: 'python',
  java: 'java',
  c: 'cpp',
  cpp: 'cpp',
  'c++': 'cpp',
  cxx: 'cpp',
  cs: 'csharp',
  csharp: 'csharp',
  'c#': 'csharp',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  css: 'css',
  scss: 'css',
  sql: 'sql',
  json: 'json',
  xml: 'xml',
  svg: 'xml',
  md: 'markdown',
  markdown: 'markdown',
  sh: 'bash',
  bash: 'bash',
  shell: 'bash',
  zsh: 'bash',
  console: 'bash',
  terminal: 'bash',
  r: 'r',
  matlab: 'matlab',
  octave: 'matlab',
  text: 'plaintext',
  plain: 'plaintext',
  plaintext: 'plaintext',
  output: 'plaintext',
};

/** Patterns that are typical for one language; each counts once. Tested on short lines, so that none backtracks far. */
const CLUES: Record<string, readonly RegExp[]> = {
  python: [
    /^ *def \w+\(.*\).*: *$/m,
    /^ *(from [\w.]+ )?import [\w., *]+$/m,
    /^ *(if|elif|for|while|class|else|try|except|with)\b[^;{]*: *(#.*)?$/m,
    /^>>> /m,
    /\bself\.\w/,
    /\bprint\(/,
  ],
  javascript: [
    /\b(const|let|var) [\w$[{][^=;\n]{0,80}=/,
    /\bfunction\b ?[\w$]*\(/,
    /=>/,
    /\bconsole\.log\(/,
    /===|!==/,
    /\b(document|window|Math)\.\w/,
    /^ *\/\/ ?→/m,
  ],
  typescript: [
    /\binterface \w+ \{/,
    /\b(const|let|function) [^=;\n]{0,60}: (string|number|boolean|void)\b/,
    /\btype \w+ = /,
  ],
  java: [
    /\bpublic (static |final |abstract )*(class|void|int|String)\b/,
    /\bSystem\.out\./,
    /^import java/m,
    /\bprivate (final )?\w+ \w+;/,
  ],
  csharp: [/^using [\w.]+;/m, /\bnamespace \w/, /\bConsole\.Write/, /\bpublic \w+ \w+ \{ get;/],
  cpp: [/^ *#include\b/m, /\bstd::/, /\bint main *\(/, /\b(cout|cin)\b *(<<|>>)/, /\bprintf\(/, /\w->\w/],
  html: [
    /<!doctype html/i,
    /<\/(html|head|body|div|p|a|ul|li|table|form|button|script|span|h[1-6])>/i,
    /<(img|meta|link|input|br)\b[^>\n]*>/i,
  ],
  xml: [/^<\?xml /m, /<\/[\w-]+:[\w-]+>/, /\bxmlns(:\w+)?=/],
  css: [
    /^ *[.#]?[\w-]+[ ,>+.#\w-]*\{[^{}:]{0,200}:[^{}]{0,400}\}/m,
    /\b(margin|padding|color|font-size|display|border) ?:/,
  ],
  sql: [
    /\bselect\b[^;]{1,300}\bfrom\b/i,
    /\b(insert into|create table|update \w+ set|delete from)\b/i,
    /\bwhere\b[^;]{1,100}=/i,
  ],
  bash: [/^ *[$#%] ?[a-z]/m, /^#!.*\bsh\b/m, /^ *(sudo|apt-get|cd|ls|grep|curl|npm|git|echo|export) [^(=;]/m],
  r: [/\w <- [\w"(]/, /\blibrary\(\w+\)/, /%>%/, /\bdata\.frame\(/],
  matlab: [/^ *function .*=.*\(/m, /^ *% /m, /\b(zeros|ones|plot|disp)\(/, /; *%/],
};
const MAX_LINES = 60;
const MAX_LINE_LENGTH = 160;

const isJson = (code: string): boolean => {
  if (!/^\s*[{[]/.test(code) || code.length > 100_000) return false;
  try {
    JSON.parse(code);
    return true;
  } catch {
    return false;
  }
};

/** The language that a class or attribute names: `language-js`, `lang-py`, `brush: java`, `sourceCode python`. */
export const namedCodeLanguage = (names: readonly string[]): string | undefined => {
  for (const name of names) {
    const bare = name
      .toLowerCase()
      .replace(/^(language|lang|highlight|brush|code|src|syntax)[-_:]/, '')
      .replace(/[:;]$/, '');
    const language = Object.hasOwn(ALIASES, bare) ? ALIASES[bare] : undefined;
    if (language) return language;
  }
  return undefined;
};

/** The most likely language of code; undefined if no pattern matches. */
export const guessCodeLanguage = (code: string): string | undefined => {
  const head = code
    .slice(0, 20_000)
    .split('\n', MAX_LINES)
    .map((line) => line.slice(0, MAX_LINE_LENGTH).replaceAll('\t', ' '))
    .join('\n');
  if (isJson(code)) return 'json';
  let best: string | undefined;
  let bestScore = 0;
  for (const [language, clues] of Object.entries(CLUES)) {
    const score = clues.filter((clue) => clue.test(head)).length;
    if (score > bestScore) {
      best = language;
      bestScore = score;
    }
  }
  return best;
};
