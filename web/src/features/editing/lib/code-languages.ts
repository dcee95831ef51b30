import { CODE_LANGUAGES } from '@hamkhan/contracts/http/edited-items';

export type CodeLanguage = (typeof CODE_LANGUAGES)[number];

/** Names that are the same in every language; plain text is translated. */
export const LANGUAGE_NAMES: Record<Exclude<CodeLanguage, 'text'>, string> = {
  python: 'Python',
  javascript: 'JavaScript',
  typescript: 'TypeScript',
  java: 'Java',
  cpp: 'C++',
  csharp: 'C#',
  html: 'HTML',
  css: 'CSS',
  sql: 'SQL',
  json: 'JSON',
  xml: 'XML',
  markdown: 'Markdown',
  bash: 'Bash',
  r: 'R',
  matlab: 'MATLAB',
};

const ALIASES: Record<string, CodeLanguage> = {
  py: 'python',
  js: 'javascript',
  ts: 'typescript',
  'c++': 'cpp',
  'c#': 'csharp',
  cs: 'csharp',
  md: 'markdown',
  sh: 'bash',
  shell: 'bash',
  '': 'python',
};

/** The known language of an item; an unknown one counts as plain text. */
export const knownLanguage = (language: string): CodeLanguage => {
  const name = language.trim().toLowerCase();
  return CODE_LANGUAGES.find((one) => one === name) ?? ALIASES[name] ?? 'text';
};
