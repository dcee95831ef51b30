import { describe, expect, it } from '@jest/globals';
import { note } from '../../../test/note.js';
import { csvCell, exportFile, type ExportTexts, toCsv, toJson, toMarkdown } from './export-notes.js';

const words: ExportTexts = {
  title: 'My notes',
  page: (page) => `Page ${page + 1}`,
  category: (category) => ['', 'Important', 'Question', 'Reminder', 'Definition', 'Other'][category] ?? '',
  date: (date) => date.slice(0, 10),
  columns: {
    document: 'Document',
    page: 'Page',
    category: 'Category',
    passage: 'Passage',
    words: 'Note',
    tags: 'Tags',
    date: 'Date',
  },
};

describe('notes as Markdown', () => {
  it('are grouped by document, in the order of the text', () => {
    const later = note({
      id: 'b',
      page_number: 3,
      selected_text: 'two\nlines',
      user_note: 'why?',
      tags: ['a b', 'c'],
    });
    expect(toMarkdown([later, note({ selected_text: 'first' })], words)).toBe(
      [
        '# My notes',
        '## والدن',
        '### Page 1 – Important',
        '> first',
        '2026-11-11',
        '### Page 4 – Important',
        '> two\n> lines',
        'why?',
        '2026-11-11 · a b · c\n',
      ].join('\n\n'),
    );
  });

  it.each([
    ['<img src=x onerror=alert(1)>', '\\<img src=x onerror=alert(1)\\>'],
    ['![x](javascript:alert(1))', '!\\[x\\](javascript:alert(1))'],
    [
      '[[link]] **b** `c` $x$ ~~s~~ a_b_',
      '\\[\\[link\\]\\] \\*\\*b\\*\\* \\`c\\` \\$x\\$ \\~\\~s\\~\\~ a\\_b\\_',
    ],
    ['&lt;b&gt; \\*', '\\&lt;b\\&gt; \\\\\\*'],
  ])('escape Markdown: %s', (text, safe) => {
    const markdown = toMarkdown([note({ selected_text: text, user_note: text })], words);
    expect(markdown).toContain(`> ${safe}\n`);
    expect(markdown).toContain(`\n\n${safe}\n\n`);
  });

  it.each(['# head', '- list', '+ list', '1. one', '12) two', '=== ', '---', ': x', '> quote'])(
    'escape the start of a line: %s',
    (line) => {
      const markdown = toMarkdown([note({ user_note: `a\n${line}\u2028${line}` })], words);
      for (const one of markdown.split('\n')) expect(one === line.trim()).toBe(false);
      expect(markdown).toMatch(/\\[#\-+.)=:>]/);
    },
  );
});

describe('notes as CSV', () => {
  it('are a file that spreadsheets read as UTF-8', () => {
    const csv = toCsv([note({ selected_text: 'say "hi",\nplease', tags: ['a', 'b'] })], words);
    expect(csv).toBe(
      '\ufeff"Document","Page","Category","Passage","Note","Tags","Date"\r\n' +
        '"والدن","1","Important","say ""hi"",\nplease","","a, b","2026-11-11T10:00:00.000Z"\r\n',
    );
  });

  it.each([
    '=HYPERLINK("http://evil.example","x")',
    '+1+1',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '\u00a0=1',
    '\u200e=1',
    '\u202e=1',
    '\ufeff=1',
    '＝1+1',
    '＋1',
    '－1',
    '＠x',
    '|calc',
    '%0A',
    '"=1',
    "'=1",
  ])('hold no formula: %j', (text) => {
    expect(csvCell(text).startsWith('"\'')).toBe(true);
    const row = toCsv([note({ selected_text: text, user_note: text, tags: [text] })], words);
    expect(row).not.toMatch(/(^|,)"[=+\-@＝＋－＠|%]/m);
  });

  it('leave plain text unchanged', () => {
    for (const text of ['متن ساده', '1 = 1', 'a-b', '۱۲']) expect(csvCell(text)).toBe(`"${text}"`);
  });
});

describe('the file of an export', () => {
  it('is named by the date and its format', () => {
    const now = new Date('2026-11-21T12:00:00Z');
    const files = (['markdown', 'csv', 'json'] as const).map((format) =>
      exportFile(format, [note()], words, now),
    );
    expect(files.map(({ name, type }) => [name, type])).toEqual([
      ['hamkhan-notes-2026-11-21.md', 'text/markdown;charset=utf-8'],
      ['hamkhan-notes-2026-11-21.csv', 'text/csv;charset=utf-8'],
      ['hamkhan-notes-2026-11-21.json', 'application/json;charset=utf-8'],
    ]);
    expect(JSON.parse(toJson([note()]))).toEqual({ notes: [note()] });
  });
});
