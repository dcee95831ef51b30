import type { PageContent } from '@hamkhan/contracts/content';
import type { SourceLanguage } from '@hamkhan/contracts/languages';
import type { Neighbour } from '../pages/page-content.repository.js';
import type { LeasedPage } from '../pages/page-work.repository.js';
import type { PageSides } from '../pages/page.schema.js';
import { edgesOf, joinOf, type PageJoins } from './page-joins.domain.js';

/** A page to translate, with what its neighbours contribute: joined paragraphs and the text around it. */
export type PageContext = {
  page: LeasedPage;
  content: PageContent;
  joins: PageJoins;
  joined: PageSides;
  /** Its last paragraph may continue on the next page, which is not extracted yet. */
  isOpenEnded: boolean;
  before: string;
  after: string;
  beforeTranslation: string;
};

export function pageContext(
  page: LeasedPage,
  content: PageContent,
  { before, after }: { before?: Neighbour; after?: Neighbour },
  language: SourceLanguage,
): PageContext {
  const joins: PageJoins = {};
  const head = before?.content && joinOf(before.content, content, language);
  if (head) joins.head = { edge: head.head, join: head.join };
  const tail = after?.content && joinOf(content, after.content, language);
  if (tail) joins.tail = { edge: tail.tail, join: tail.join };
  const waitsForNext = after !== undefined && after.content === null && after.stage === 'extract';
  return {
    page,
    content,
    joins,
    joined: { head: joins.head !== undefined, tail: joins.tail !== undefined },
    isOpenEnded: waitsForNext && edgesOf(content, language).tail !== undefined,
    before: texts(before?.content).at(-1) ?? '',
    after: texts(after?.content)[0] ?? '',
    beforeTranslation: texts(before?.level2 ?? before?.level1).at(-1) ?? '',
  };
}

const texts = (content: Pick<PageContent, 'items'> | null | undefined): string[] =>
  (content?.items ?? []).flatMap((item) =>
    item.type === 'text' || item.type === 'heading' ? [item.content] : [],
  );
