import type { ContentItem } from '@hamkhan/contracts/content';
import type { ReaderPage } from '@hamkhan/contracts/http/documents';

const cell = (text: string): string => text.replace(/\|/g, '\\|').replace(/\n/g, ' ');

/** Items of every type with the payload in each of their text fields. */
const itemsWith = (payload: string, name: string): ContentItem[] => [
  { id: `${name}-h`, type: 'heading', content: payload, level: 2 },
  { id: `${name}-t`, type: 'text', content: payload },
  {
    id: `${name}-l`,
    type: 'list',
    content: payload,
    list_type: 'unordered',
    'list-items': [{ content: payload, 'list-items': [{ content: payload }] }],
  },
  { id: `${name}-b`, type: 'table', content: `| ${cell(payload)} |\n| --- |\n| ${cell(payload)} |` },
  { id: `${name}-f`, type: 'figure', content: payload, src: payload, caption: payload, description: payload },
  { id: `${name}-c`, type: 'code', content: payload, language: payload.slice(0, 40), filename: payload },
  { id: `${name}-m`, type: 'math', content: payload },
  { id: `${name}-i`, type: 'text', content: `a formula $${payload}$ in a line` },
  { id: `${name}-k`, type: 'figure_caption', content: payload },
];

/** Pages with each payload in items of every type, in the original and both translations. */
export const hostilePages = (like: ReaderPage, payloads: readonly string[], onEach: number): ReaderPage[] => {
  const pages: ReaderPage[] = [];
  for (let at = 0; at < payloads.length; at += onEach) {
    const number = pages.length;
    const items = payloads
      .slice(at, at + onEach)
      .flatMap((payload, index) => itemsWith(payload, `${number}-${index}`));
    pages.push({
      ...like,
      id: `hostile-${number}`,
      page_number: number,
      status: 'success',
      translation_status: 'translated',
      image: null,
      pictures: [],
      content: { items, page_info: { page_type: 'text' } },
      translated_content: { items },
      translated_content_level2: { items },
      revision: 99,
      note_code: null,
    });
  }
  return pages;
};
