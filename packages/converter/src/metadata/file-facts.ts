import { cleanTags, listedTags } from './tags.js';
import { isProse, tidySummary } from './summary.js';

/** The summary and tags that a PDF or DJVU file states of itself; absent where it states nothing of use. */
export function statedAbout(facts: { subject: string; keywords: readonly string[] }): {
  summary?: string;
  tags?: string[];
} {
  const summary = isProse(facts.subject) ? tidySummary(facts.subject) : '';
  // A subject that is no prose is a topic or two, unless a number says that it is an issue of a journal.
  const topics = summary === '' && !/\p{N}/u.test(facts.subject) ? listedTags(facts.subject) : [];
  const tags = cleanTags([...facts.keywords.flatMap(listedTags), ...topics]);
  return { ...(summary ? { summary } : {}), ...(tags.length > 0 ? { tags } : {}) };
}
