import type { PageContent, TranslatedContent } from '@hamkhan/contracts/content';
import type { TokenUsage } from '@hamkhan/llm/chat/token-usage';
import mongoose from 'mongoose';
import { NORMAL_RANK } from '../work-queue/fair-claims.js';
import { EARLIEST } from '../work-queue/row-lease.js';

/** The next step of a page; `done`, `failed` and `canceled` are final. */
export const PAGE_STAGES = ['extract', 'translate1', 'translate2', 'done', 'failed', 'canceled'] as const;
export type PageStage = (typeof PAGE_STAGES)[number];

/** The two edges of a page. */
export type PageSides = { head: boolean; tail: boolean };

/** A page in the pipeline. `_id` is `<documentId>:<pageNumber>`. */
export type PageRow = {
  _id: string;
  documentId: string;
  ownerId: string;
  /** Zero-based. */
  pageNumber: number;
  stage: PageStage;
  /** Workers claim the lowest rank of an owner first, across the owner's documents; below 0 a reader waits for the page. */
  rank: number;
  /** When a worker may claim it; null while it waits for a person or is final. A lease is a time in the future. */
  availableAt: Date | null;
  /** Fence: only the holder of this token may write. */
  leaseToken: string | null;
  /** Failed attempts of this stage, and workers that crashed in it. */
  attempts: number;
  crashes: number;
  /** Process it in its own batch, because it or a neighbour crashed a converter. */
  alone: boolean;
  /** Why it waits or has failed. */
  reason: string | null;
  /** Number of the newest event about this page (aggregateVersion). */
  version: number;
  content: PageContent | null;
  level1: TranslatedContent | null;
  level2: TranslatedContent | null;
  /** Level 2 with manual edits, from the last event of documents; null without edits. */
  editedLevel2: TranslatedContent | null;
  usage1: TokenUsage;
  usage2: TokenUsage;
  /** Since when it waits for the text of the next page. */
  heldSince: Date | null;
  /** The edges that level 1 joins with the neighbouring pages; null before level 1 begins. */
  joined: PageSides | null;
  /** Edges that a neighbour joined while this page was being translated without the join. */
  rejoin: PageSides | null;
  /** Translations of the whole paragraphs of which it shows a part, for level 2. */
  joinedTranslations: Record<string, string> | null;
  /** One sentence on the page, for level 2 of the following pages. */
  pageSummary: string | null;
  /** The glossary revision of its newest translation. */
  glossaryRevision: number;
  /** Expected cost, reserved from the document's budget while the page is leased. */
  reservedCost: number;
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
    editedLevel2: { type: Mixed, default: null },
    usage1: { type: Mixed, required: true },
    usage2: { type: Mixed, required: true },
    heldSince: { type: Date, default: null },
    joined: { type: Mixed, default: null },
    rejoin: { type: Mixed, default: null },
    joinedTranslations: { type: Mixed, default: null },
    pageSummary: { type: String, default: null },
    glossaryRevision: { type: Number, default: 0 },
    reservedCost: { type: Number, default: 0 },
  },
  { collection: 'pages', versionKey: false, minimize: false },
);
/** The indexes of claims, by lane. */
export const PAGE_CLAIMS = { urgent: 'urgent_claims', normal: 'claims' };
/** Claims by owner and rank, and the scheduler's count. Pages that wait for a person or are done are left out. */
PageSchema.index(
  { stage: 1, ownerId: 1, rank: 1, _id: 1, availableAt: 1 },
  { name: PAGE_CLAIMS.normal, partialFilterExpression: { availableAt: { $gte: EARLIEST } } },
);
/** Claims of pages that a reader waits for. */
PageSchema.index(
  { stage: 1, ownerId: 1, rank: 1, _id: 1 },
  {
    name: PAGE_CLAIMS.urgent,
    partialFilterExpression: { rank: { $lt: NORMAL_RANK }, availableAt: { $gte: EARLIEST } },
  },
);
/** Pages of a document by number: batches, neighbours, reader moves. */
PageSchema.index({ documentId: 1, pageNumber: 1 }, { unique: true });
/** Pages that wait for a person. */
PageSchema.index({ reason: 1, ownerId: 1 }, { partialFilterExpression: { reason: { $type: 'string' } } });
/** Pages of a lease: renewal, release and reserved cost. */
PageSchema.index({ leaseToken: 1 }, { partialFilterExpression: { leaseToken: { $type: 'string' } } });
