/** Pages of the content model as one Markdown text, for scoring only. Running heads and page numbers are left out. */
export function toMarkdown(pages) {
  return pages.flatMap((page) => (page.items ?? []).map(itemToMarkdown)).join('\n\n');
}

function itemToMarkdown(item) {
  switch (item.type) {
    case 'abandon':
      return '';
    case 'heading':
      return `${'#'.repeat(item.level)} ${item.content.replace(/\s+/g, ' ')}`;
    case 'list':
      return listToMarkdown(item['list-items'], item.list_type, 0);
    case 'code':
      // A line of code that begins with # is not a heading.
      return item.content.replace(/^#/gm, ' #');
    case 'text':
      return item.content.replace(/^(#{1,6}\s)/gm, '\\$1');
    default:
      return item.content;
  }
}

function listToMarkdown(entries, type, depth) {
  return entries
    .map((entry, i) => {
      const mark = type === 'ordered' ? `${i + 1}.` : '-';
      const below = entry['list-items'] ?? [];
      const rest = below.length > 0 ? `\n${listToMarkdown(below, entry.list_type, depth + 1)}` : '';
      return `${'  '.repeat(depth)}${mark} ${entry.content}${rest}`;
    })
    .join('\n');
}
