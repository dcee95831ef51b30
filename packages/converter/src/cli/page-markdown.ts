import type { ContentItem, ListEntry } from '@hamkhan/contracts/content';

/** The items of a page as Markdown blocks with blank lines between them; running heads and page numbers are left out. */
export const pageMarkdown = (items: readonly ContentItem[], imageFolder: string): string =>
  items
    .map((item) => itemMarkdown(item, imageFolder))
    .filter((block) => block !== '')
    .join('\n\n');

function itemMarkdown(item: ContentItem, imageFolder: string): string {
  switch (item.type) {
    case 'abandon':
      return '';
    case 'heading':
      return `${'#'.repeat(item.level)} ${item.content.replace(/\s+/g, ' ')}`;
    case 'list':
      return listMarkdown(item['list-items'], item.list_type);
    case 'code':
      return codeMarkdown(item.content, item.language);
    case 'figure':
      return imageMarkdown(item.description ?? item.caption ?? item.content, item.src, imageFolder);
    case 'math':
      return item.src ? imageMarkdown(item.content, item.src, imageFolder) : `$$\n${item.content}\n$$`;
    case 'text':
      return item.content.replace(/^(#{1,6}\s)/gm, '\\$1');
    default:
      return item.content;
  }
}

/** Entries of a list and of the lists in it, indented by level. */
export function listMarkdown(
  entries: readonly ListEntry[],
  type: ListEntry['list_type'] = 'unordered',
  indent = '',
): string {
  return entries
    .map((entry, index) => {
      const marker = type === 'ordered' ? `${index + 1}.` : '-';
      const nested = entry['list-items'] ?? [];
      const below = `${indent}${' '.repeat(marker.length + 1)}`;
      const rest = nested.length > 0 ? `\n${listMarkdown(nested, entry.list_type, below)}` : '';
      return `${indent}${marker} ${entry.content}${rest}`;
    })
    .join('\n');
}

/** A fence must be longer than any run of backticks in the code. */
function codeMarkdown(code: string, language: string): string {
  const longest = (code.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}

const imageMarkdown = (description: string, src: string, imageFolder: string): string =>
  src === ''
    ? ''
    : `![${description.replace(/\s+/g, ' ').replace(/[[\]]/g, '\\$&')}](${encodeURI(`${imageFolder}/${src}`)})`;
