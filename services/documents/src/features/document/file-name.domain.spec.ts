import { describe, expect, it } from '@jest/globals';
import { cleanFileName, titleFromFileName } from './file-name.domain.js';

describe('file names of uploads', () => {
  it.each([
    ['book.pdf', 'book.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\book.pdf', 'book.pdf'],
    ['a\u0000b\r\nc.pdf', 'abc.pdf'],
    ['\u202efdp.exe', 'fdp.exe'],
    ['کتاب\u200cخانه.epub', 'کتاب\u200cخانه.epub'],
    ['e\u0301.pdf', 'é.pdf'],
    ['..', 'document.pdf'],
    ['', 'document.pdf'],
  ])('%j becomes %j', (given, expected) => {
    expect(cleanFileName(given, 'pdf')).toBe(expected);
  });

  it('keeps the extension of a name that is too long', () => {
    const name = cleanFileName(`${'😀'.repeat(300)}.djvu`, 'djvu');
    expect([...name]).toHaveLength(200);
    expect(name.endsWith('.djvu')).toBe(true);
  });

  it('derives a title from a file name', () => {
    expect(titleFromFileName('On_the_Origin_of_Species.PDF')).toBe('On the Origin of Species');
    expect(titleFromFileName('.pdf')).toBe('.pdf');
  });
});
