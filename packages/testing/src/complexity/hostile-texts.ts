/** A text of about `length` UTF-16 units. */
export type TextOfLength = (length: number) => string;

const repeated =
  (part: string, end = ''): TextOfLength =>
  (length) =>
    part.repeat(Math.max(1, Math.floor(length / part.length))) + end;
const nested =
  (open: string, close: string): TextOfLength =>
  (length) => {
    const depth = Math.max(1, Math.floor(length / (open.length + close.length)));
    return `${open.repeat(depth)}x${close.repeat(depth)}`;
  };
/** Two kinds of marks that Unicode reorders, each in one long run: the worst case for a sort by insertion. */
const marks: TextOfLength = (length) => `a${'\u0301'.repeat(length / 2)}${'\u0316'.repeat(length / 2)}`;
/** Runs of backquotes of growing length, none with a partner. */
const growingRuns: TextOfLength = (length) =>
  Array.from({ length: Math.floor(Math.sqrt(2 * length)) }, (_, index) => '`'.repeat(index + 1)).join('a');

/** Texts that an attacker would try: each is the worst case of some way to read a text. */
export const HOSTILE_TEXTS: Readonly<Record<string, TextOfLength>> = {
  'one letter': repeated('a'),
  'one word, then a sign': repeated('a', '!'),
  'the same word': repeated('a '),
  'a joined script with spaces': repeated('ا '),
  'spaces between two letters': (length) => `a${' '.repeat(length)}b`,
  'tabs and spaces without a line end': (length) => `a${' \t'.repeat(length / 2)}b`,
  'line ends': repeated('\n', 'a'),
  'lines of spaces': repeated('  \n ', 'a'),
  'full stops': repeated('.', 'a'),
  'leader dots': repeated('. . . a'),
  'signs before a letter': repeated('!', 'a'),
  'signs after a letter': (length) => `a${'!'.repeat(length)}b`,
  hyphens: repeated('a-', ' '),
  numbers: repeated('1,111.', 'x'),
  'a long number': repeated('1', 'x'),
  'numbered sentences': repeated('1. A 2. '),
  'open brackets': repeated('['),
  'open links': repeated('](a'),
  'links in links': nested('[', '](a)'),
  'refused links in links': nested('[', '](javascript:x)\n'),
  'open parentheses': (length) => `[a](${'('.repeat(length)}`,
  'open stars': repeated('*a '),
  'strong in strong': nested('**', '** '),
  'three stars': repeated('***a* '),
  'stars in stars': nested('*a ', ' a*'),
  'runs of backquotes': growingRuns,
  'a long run of backquotes': repeated('`'),
  'code with spaces': repeated(`\` ${'a'.repeat(500)} a\``),
  dollars: repeated('$a '),
  'escaped dollars': (length) => `$a${'\\$'.repeat(length / 2)}`,
  backslashes: repeated('\\'),
  'table bars': repeated('|a'),
  'combining marks': marks,
  'marked letters': repeated('a\u0301'),
  ideographs: repeated('汉'),
  'characters of two units': repeated('𝔸'),
  markers: repeated('⟦1⟧ '),
  'open markers': repeated('⟦1'),
  'nested markers': (length) => {
    const numbers = Array.from({ length: Math.floor(length / 12) }, (_, index) => index + 1);
    return `${numbers.map((n) => `⟦${n}⟧`).join('')}x${numbers
      .reverse()
      .map((n) => `⟦/${n}⟧`)
      .join('')}`;
  },
  addresses: repeated('http://www.a.b/)) '),
  'open quotes': repeated('" “ '),
  'angle brackets': repeated('<a'),
};
