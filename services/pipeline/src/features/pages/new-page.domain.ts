import { noUsage } from '@hamkhan/llm/chat/token-usage';
import { pageId, rankOf } from './page.domain.js';
import type { PageRow, PageStage } from './page.schema.js';

/** The work fields of a page that can be claimed for a stage. */
export const atStart = (stage: PageStage) => ({
  stage,
  availableAt: new Date(),
  leaseToken: null,
  attempts: 0,
  crashes: 0,
  alone: false,
  reason: null,
  heldSince: null,
});

/** A page of a new document. */
export const newPage = (documentId: string, ownerId: string, pageNumber: number): PageRow => ({
  _id: pageId(documentId, pageNumber),
  documentId,
  ownerId,
  pageNumber,
  ...atStart('extract'),
  rank: rankOf(pageNumber, 'extract', null),
  version: 0,
  content: null,
  level1: null,
  level2: null,
  editedLevel2: null,
  usage1: noUsage(),
  usage2: noUsage(),
  joined: null,
  rejoin: null,
  joinedTranslations: null,
  pageSummary: null,
  glossaryRevision: 0,
  reservedCost: 0,
});
