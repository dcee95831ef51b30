import type { PageContent } from '@hamkhan/contracts/content';

/** The text of a page, one line for each item and list entry. */
export const textOfContent = (content: PageContent): string =>
  content.items
    .map((item) =>
      item.type === 'list' ? item['list-items'].map((entry) => entry.content).join('\n') : item.content,
    )
    .join('\n');
