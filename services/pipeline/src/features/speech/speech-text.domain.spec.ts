import { describe, expect, it } from '@jest/globals';
import { speechTexts } from './speech-text.domain.js';

describe('speechTexts', () => {
  it('includes headings, prose, lists and captions without their marks', () => {
    expect(
      speechTexts([
        { id: 'h', type: 'heading', level: 2, content: 'شمع‌ها' },
        { id: 't', type: 'text', content: 'این **شعله** را\n[ببینید](https://example.org).' },
        {
          id: 'l',
          type: 'list',
          content: '',
          list_type: 'unordered',
          'list-items': [{ content: 'موم', 'list-items': [{ content: 'فتیله.' }] }, { content: 'هوا' }],
        },
        { id: 'f', type: 'figure', content: '', src: '', caption: 'شکل ۱: شمع' },
      ]),
    ).toEqual([
      { id: 'h', type: 'heading', level: 2, content: 'شمع‌ها' },
      { id: 't', type: 'content', content: 'این شعله را ببینید.' },
      { id: 'l', type: 'content', content: 'موم. فتیله. هوا.' },
      { id: 'f', type: 'content', content: 'شکل ۱: شمع' },
    ]);
  });

  it('omits tables, formulas, code, hidden lines and text without letters', () => {
    expect(
      speechTexts([
        { id: '1', type: 'table', content: '| الف |' },
        { id: '2', type: 'math', content: 'a^2' },
        { id: '3', type: 'code', content: 'let a', language: 'js' },
        { id: '4', type: 'abandon', content: 'سرصفحه' },
        { id: '5', type: 'text', content: '* * *' },
        { id: '6', type: 'figure', content: '', src: '' },
      ]),
    ).toEqual([]);
  });
});
