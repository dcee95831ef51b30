import type { PageContent, TranslatedContent } from '@hamkhan/contracts/content';
import type { TokenUsage } from '@hamkhan/llm/chat/token-usage';
import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { PageWorkRepository, type LeasedPage, type Saved } from './page-work.repository.js';
import { PAGE, type PageRow, type PageSides } from './page.schema.js';
import { usageIncrements } from './usage.domain.js';

/** A level 1 translation. */
export type Draft = {
  content: TranslatedContent;
  joinedTranslations: Record<string, string>;
  usage: TokenUsage;
  joined: PageSides;
  pageSummary?: string;
  glossaryRevision: number;
};

/** The fields of the page before or after that affect a translation. */
export type Neighbour = Pick<PageRow, 'pageNumber' | 'stage' | 'content' | 'level1' | 'level2'>;

export type PageTranslations = Pick<PageRow, 'level1' | 'level2' | 'editedLevel2'>;

/** The texts of pages: original, both translations and edits. A worker's writes move the page to its next stage. */
@Injectable()
export class PageContentRepository {
  constructor(
    @InjectModel(PAGE) private readonly pages: Model<PageRow>,
    private readonly work: PageWorkRepository,
  ) {}

  /** Stores the original text. Null if the lease was lost. */
  saveOriginal(page: LeasedPage, content: PageContent, tx: Tx): Promise<Saved | null> {
    return this.work.advance(page, 'translate1', { content }, tx);
  }

  /** Records that level 1 begins, and which edges it joins. Null if the lease was lost. */
  beginDraft(page: LeasedPage, joined: PageSides, tx: Tx): Promise<Saved | null> {
    return this.work.update(page, { joined }, tx);
  }

  /**
   * Stores a draft. If a neighbour has joined an edge meanwhile that this draft has not, the page is translated again.
   * Null if the lease was lost.
   */
  async saveDraft(page: LeasedPage, draft: Draft, tx: Tx): Promise<Saved | null> {
    const { content, joinedTranslations, usage, joined, pageSummary, glossaryRevision } = draft;
    const saved = await this.work.advance(
      page,
      'translate2',
      {
        ...{ level1: content, joinedTranslations, joined, glossaryRevision },
        ...(pageSummary ? { pageSummary } : {}),
      },
      tx,
      usageIncrements('usage1', usage),
    );
    if (!saved?.rejoin) return saved;
    const { rejoin } = saved;
    await this.pages.updateOne({ _id: page._id }, { $set: { rejoin: null } }, { session: tx });
    const isMissing = (rejoin.head && !joined.head) || (rejoin.tail && !joined.tail);
    if (isMissing) await this.work.retranslatePage({ _id: page._id, stage: 'translate2' }, tx);
    return saved;
  }

  /** Stores the second translation: the page is done. Null if the lease was lost. */
  saveFinal(
    page: LeasedPage,
    { content, usage, glossaryRevision }: Pick<Draft, 'content' | 'usage' | 'glossaryRevision'>,
    tx: Tx,
  ): Promise<Saved | null> {
    const result = { level2: content, editedLevel2: null, glossaryRevision };
    return this.work.advance(page, 'done', result, tx, usageIncrements('usage2', usage));
  }

  /**
   * A neighbour has joined this edge of a page. If the page was translated without the join, because the neighbour's text came
   * later, level 1 is made again. That costs nothing, because the translation memory has all texts.
   */
  async requestJoin(documentId: string, pageNumber: number, edge: keyof PageSides, tx: Tx): Promise<void> {
    const page = await this.pages
      .findOne({ documentId, pageNumber })
      .select({ stage: 1, leaseToken: 1, joined: 1 })
      .session(tx)
      .lean();
    if (!page || page.joined?.[edge]) return;
    if (page.stage === 'translate1' && page.leaseToken !== null) {
      const none: PageSides = { head: false, tail: false };
      await this.pages.updateOne(
        { _id: page._id },
        [{ $set: { rejoin: { $mergeObjects: [none, '$rejoin', { [edge]: true }] } } }],
        { session: tx, updatePipeline: true },
      );
    } else if (page.stage === 'translate2' || page.stage === 'done') {
      await this.work.retranslatePage(page, tx);
    }
  }

  /** The second translation with its edits; null if there is none. */
  async findFinal(documentId: string, pageNumber: number): Promise<TranslatedContent | null> {
    const row = await this.pages
      .findOne({ documentId, pageNumber })
      .select({ level2: 1, editedLevel2: 1 })
      .lean();
    return row?.editedLevel2 ?? row?.level2 ?? null;
  }

  /** Both translations and the edited one; null if the page does not exist. */
  findTranslations(documentId: string, pageNumber: number, tx: Tx): Promise<PageTranslations | null> {
    return this.pages
      .findOne({ documentId, pageNumber })
      .select({ level1: 1, level2: 1, editedLevel2: 1 })
      .session(tx)
      .lean<PageTranslations>()
      .exec();
  }

  /** Stores the second translation with manual edits, for its speech. */
  async saveEdited(
    documentId: string,
    pageNumber: number,
    editedLevel2: TranslatedContent,
    tx: Tx,
  ): Promise<void> {
    await this.pages.updateOne({ documentId, pageNumber }, { $set: { editedLevel2 } }, { session: tx });
  }

  /** Whether each of the first pages is extracted or has failed. */
  async areExtracted(documentId: string, count: number): Promise<boolean> {
    const open = await this.pages.exists({ documentId, pageNumber: { $lt: count }, stage: 'extract' });
    return open === null;
  }

  /** Original texts of the first pages, in order. */
  async firstOriginals(documentId: string, count: number): Promise<PageContent[]> {
    const rows = await this.pages
      .find({ documentId, pageNumber: { $lt: count } })
      .sort({ pageNumber: 1 })
      .select({ content: 1 })
      .lean();
    return rows.flatMap(({ content }) => content ?? []);
  }

  /** Summaries of the pages before a page, in order. */
  async summariesBefore(documentId: string, pageNumber: number, count: number): Promise<string[]> {
    const rows = await this.pages
      .find({ documentId, pageNumber: { $lt: pageNumber, $gte: pageNumber - count } })
      .sort({ pageNumber: 1 })
      .select({ pageSummary: 1 })
      .lean();
    return rows.flatMap(({ pageSummary }) => pageSummary ?? []);
  }

  /** The pages before and after a page, if they exist. */
  async neighbours(page: LeasedPage): Promise<{ before?: Neighbour; after?: Neighbour }> {
    const { documentId, pageNumber: own } = page;
    const rows: Neighbour[] = await this.pages
      .find({ documentId, pageNumber: { $in: [own - 1, own + 1] } })
      .select({ pageNumber: 1, stage: 1, content: 1, level1: 1, level2: 1 })
      .lean();
    const before = rows.find(({ pageNumber }) => pageNumber < own);
    const after = rows.find(({ pageNumber }) => pageNumber > own);
    return { ...(before ? { before } : {}), ...(after ? { after } : {}) };
  }

  /** The lowest glossary revision among the translated pages of a document; null if none is translated. */
  async oldestGlossaryRevision(documentId: string): Promise<number | null> {
    const row = await this.pages
      .findOne({ documentId, stage: { $in: ['translate2', 'done'] } })
      .sort({ glossaryRevision: 1 })
      .select({ glossaryRevision: 1 })
      .lean();
    return row ? (row.glossaryRevision ?? 0) : null;
  }

  /** The original texts of the translated pages of a document. */
  async *translatedOriginals(
    documentId: string,
  ): AsyncGenerator<{ pageNumber: number; glossaryRevision: number; content: PageContent }> {
    const cursor = this.pages
      .find({ documentId, stage: { $in: ['translate2', 'done'] } })
      .select({ pageNumber: 1, glossaryRevision: 1, content: 1 })
      .lean()
      .cursor();
    for await (const { pageNumber, glossaryRevision, content } of cursor) {
      if (content) yield { pageNumber, glossaryRevision: glossaryRevision ?? 0, content };
    }
  }
}
