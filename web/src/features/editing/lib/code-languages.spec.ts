import { CODE_LANGUAGES } from '@hamkhan/contracts/http/edited-items';
import { describe, expect, it } from '@jest/globals';
import { knownLanguage, LANGUAGE_NAMES } from './code-languages.js';

describe('code languages', () => {
  it('are sixteen, in the specified order [RDR-EDIT-18]', () => {
    const names = CODE_LANGUAGES.map((one) => (one === 'text' ? 'plain text' : LANGUAGE_NAMES[one]));
    expect(names.join(', ')).toBe(
      'Python, JavaScript, TypeScript, Java, C++, C#, HTML, CSS, SQL, JSON, XML, Markdown, Bash, R, MATLAB, plain text',
    );
  });

  it('are also known by their short names', () => {
    expect(['JS', 'c++', 'sh', 'fortran'].map(knownLanguage)).toEqual(['javascript', 'cpp', 'bash', 'text']);
  });
});
