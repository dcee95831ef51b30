import type { PageContent, TranslatedContent } from '@hamkhan/contracts/content';
import type { TokenUsage } from '@hamkhan/llm/chat/token-usage';
import mongoose from 'mongoose';

/** The step a page needs next; `done` and `failed` need none. */
export const PAGE_STAGES = ['extract', 'translate1', 'translate2', 'done', 'failed', 'canceled'] as const;
export type PageStage = (typeof PAGE_STAGES)[number];

/** The two edges of a page. */
export type PageSides = { head: boolean; tail: boolean };

/** One page on its way. `_id` is `<documentId>:<pageNumber>`. */
export type PageRow = {
  _id: string;
  documentId: string;
  ownerId: string;
  /** Zero-based. */
  pageNumber: number;
  stage: PageStage;
  /** Lowest goes first, over all documents. */
  rank: number;
  /** When the next worker may take it; null while it waits for a person or needs nothing. A lease is a time in the future. */
  availableAt: Date | null;
  /** Fence: only who holds this token may write. */
  leaseToken: string | null;
  /** Tries of this stage that failed, and workers that died in it. */
  attempts: number;
  crashes: number;
  /** Extract it alone: it, or a neighbour, brought a converter down. */
  alone: boolean;
  /** Why it waits or failed. */
  reason: string | null;
  /** Number of the newest event about this page (aggregateVersion). */
  version: number;
  content: PageContent | null;
  level1: TranslatedContent | null;
  level2: TranslatedContent | null;
  /** Level 2 with words of people in it, as documents told last; null where it is as it was translated. */
  edited2: TranslatedContent | null;
  usage1: TokenUsage;
  usage2: TokenUsage;
  /** Since when it waits for the text of the next page. */
  heldSince: Date | null;
  /** Which of its edges level 1 joined with the page before and after; null while it has not begun. */
  joined: PageSides | null;
  /** Edges that a neighbour has joined while this page was being translated without. */
  rejoin: PageSides | null;
  /** Whole translations of the paragraphs it has a share of, for level 2. */
  joinedTranslations: Record<string, string> | null;
  /** What the page says, in a sentence: for the level 2 of the pages after it. */
  pageSummary: string | null;
  /** The glossary its newest translation was made with. */
  glossaryRevision: number;
  /** What translating it may cost, within its document's budget; counts while the page is held. */
  setAside: number;
};

export const PAGE = 'Page';
const { Mixed } = mongoose.Schema.Types;
export const PageSchema = new mongoose.Schema<PageRow>(
  {
    _id: { type: String, required: true },
    documentId: { type: String, required: true },
    ownerId: { type: String, required: true },
    pageNumber: { type: Number, required: true },
    stage: { type: String, enum: PAGE_STAGES, required: true },
    rank: { type: Number, required: true },
    availableAt: { type: Date, default: null },
    leaseToken: { type: String, default: null },
    attempts: { type: Number, default: 0 },
    crashes: { type: Number, default: 0 },
    alone: { type: Boolean, default: false },
    reason: { type: String, default: null },
    version: { type: Number, default: 0 },
    content: { type: Mixed, default: null },
    level1: { type: Mixed, default: null },
    level2: { type: Mixed, default: null },
    edited2: { type: Mixed, default: null },
    usage1: { type: Mixed, required: true },
    usage2: { type: Mixed, required: true },
    heldSince: { type: Date, default: null },
    joined: { type: Mixed, default: null },
    rejoin: { type: Mixed, default: null },
    joinedTranslations: { type: Mixed, default: null },
    pageSummary: { type: String, default: null },
    glossaryRevision: { type: Number, default: 0 },
    setAside: { type: Number, default: 0 },
  },
  { collection: 'pages', versionKey: false, minimize: false },
);
/** The next page of a stage, by rank; and the sweeper's count. */
PageSchema.index({ stage: 1, rank: 1, _id: 1, availableAt: 1 });
/** Pages of a document by number: batches, neighbours, moving the reader. */
PageSchema.index({ documentId: 1, pageNumber: 1 }, { unique: true });
/** Pages that wait for something a person does. */
PageSchema.index({ reason: 1, ownerId: 1 }, { partialFilterExpression: { reason: { $type: 'string' } } });
/** Who holds a batch: renewing and giving back. */
PageSchema.index({ leaseToken: 1 }, { partialFilterExpression: { leaseToken: { $type: 'string' } } });
