import { cleanTags, listedTags } from './tags.js';
import { isProse, tidySummary } from './summary.js';

/** The summary and tags in the subject and keywords that a PDF or DJVU file declares; absent if it has no useful ones. */
export function summaryAndTags({ subject, keywords }: { subject: string; keywords: readonly string[] }): {
  summary?: string;
  tags?: string[];
} {
  const summary = isProse(subject) ? tidySummary(subject) : '';
  // A subject that is not prose lists a topic or two, unless a digit shows that it names an issue of a journal.
  const topics = summary === '' && !/\p{N}/u.test(subject) ? listedTags(subject) : [];
  const tags = cleanTags([...keywords.flatMap(listedTags), ...topics]);
  return { ...(summary ? { summary } : {}), ...(tags.length > 0 ? { tags } : {}) };
}
