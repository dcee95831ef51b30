import { describe, expect, it } from '@jest/globals';
import { HELP, parseArguments } from './arguments.js';
import { EXIT } from './exit-codes.js';

describe('parseArguments', () => {
  it('has a default for everything but the document', () => {
    expect(parseArguments(['a book.PDF'])).toEqual({
      file: 'a book.PDF',
      kind: 'pdf',
      format: 'markdown',
      pages: null,
      outputFolder: '.',
      language: null,
      ocr: { engine: 'auto', dataDir: '/usr/share/tesseract-ocr/5/tessdata' },
      isolation: 'available',
      sandbox: false,
      progress: false,
    });
  });

  it('reads every option, before and after the document', () => {
    const argv =
      '--to json --pages 2-3 book.djv --out out --language de --ocr js --tessdata data --sandbox --isolation off --progress';
    expect(parseArguments(argv.split(' '))).toEqual({
      file: 'book.djv',
      kind: 'djvu',
      format: 'json',
      pages: [{ from: 2, to: 3 }],
      outputFolder: 'out',
      language: 'de',
      ocr: { engine: 'js', dataDir: 'data' },
      isolation: 'off',
      sandbox: true,
      progress: true,
    });
  });

  it('reports the sandbox when there is no document', () => {
    expect(parseArguments(['--sandbox', '--isolation', 'required'])).toEqual({
      check: 'sandbox',
      isolation: 'required',
    });
  });

  it.each(['--help', '-h'])('%s asks for help, whatever else is there', (option) => {
    expect(parseArguments(['book.pdf', option])).toBe('help');
  });

  it.each([
    ['no document', [], 'no document given'],
    ['two documents', ['a.pdf', 'b.pdf'], 'one document at a time'],
    ['another type of file', ['notes.txt'], 'notes.txt: the name does not end in .pdf'],
    ['an unknown option', ['a.pdf', '--fast'], '--fast'],
    ['an option without its value', ['a.pdf', '--pages'], '--pages'],
    ['an unknown format', ['a.pdf', '--to', 'html'], '--to: “html” is not one of markdown, json'],
    ['an unknown language', ['a.pdf', '--language', 'fa'], '--language: “fa” is not one of en'],
    ['an unknown engine', ['a.pdf', '--ocr', 'fast'], '--ocr: “fast” is not one of auto'],
    ['an unknown isolation', ['a.pdf', '--isolation', 'full'], '--isolation: “full” is not one of required'],
    ['pages that are no numbers', ['a.pdf', '--pages', 'all'], '--pages: “all” is not a page'],
  ])('rejects %s', (_, argv, message) => {
    expect(() => parseArguments(argv)).toThrow(message);
  });

  it('documents every exit code but that of SIGTERM in its help', () => {
    const { terminated: _, ...documented } = EXIT;
    for (const code of Object.values(documented)) expect(HELP).toMatch(new RegExp(`^  ${code} +\\w`, 'm'));
  });
});
