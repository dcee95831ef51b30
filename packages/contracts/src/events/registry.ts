import type { z } from 'zod';
import { SessionsEnded, UserChanged, UserDeleted, UserRegistered } from './auth-events.js';
import {
  AccountErased,
  DocumentCanceled,
  DocumentRemoved,
  DocumentUploaded,
  PageEdited,
  PageRequested,
  ReaderMoved,
} from './documents-events.js';
import {
  DocumentDescribed,
  DocumentEstimated,
  DocumentFailed,
  DocumentInspected,
  DocumentSkipped,
  DocumentTitled,
  PageConverted,
  PageRendered,
  PageFailed,
  PageSpeechChanged,
  PageStarted,
  PageTranslated,
  PageTranslationFailed,
  PageTranslationStarted,
  PageTranslationWaiting,
} from './pipeline-events.js';
import { RequestAudited, RequestRefused } from './security-events.js';

const user = 'auth.user.v1';
const session = 'auth.session.v1';
const document = 'documents.document.v1';
const audit = 'documents.security.v1';
const refusals = 'gateway.security.v1';
const reader = 'documents.reader.v1';
const run = 'pipeline.document.v1';
const page = 'pipeline.page.v1';

/**
 * Every event there is: its topic and the schema of its data. The message key is `keyOf(data)`, so that what must stay in
 * order shares a partition. A new meaning is a new type or a new topic version, never a changed field.
 */
export const EVENTS = {
  'auth.user.registered': { topic: user, data: UserRegistered },
  'auth.user.changed': { topic: user, data: UserChanged },
  'auth.user.deleted': { topic: user, data: UserDeleted },
  'auth.sessions.ended': { topic: session, data: SessionsEnded },
  'documents.document.uploaded': { topic: document, data: DocumentUploaded },
  'documents.document.canceled': { topic: document, data: DocumentCanceled },
  'documents.document.removed': { topic: document, data: DocumentRemoved },
  'documents.account.erased': { topic: document, data: AccountErased },
  'documents.page.edited': { topic: document, data: PageEdited },
  'documents.page.reprocess-requested': { topic: document, data: PageRequested },
  'documents.page.speech-requested': { topic: document, data: PageRequested },
  'documents.reader.moved': { topic: reader, data: ReaderMoved },
  'documents.request.audited': { topic: audit, data: RequestAudited },
  'gateway.request.refused': { topic: refusals, data: RequestRefused },
  'pipeline.document.inspected': { topic: run, data: DocumentInspected },
  'pipeline.document.described': { topic: run, data: DocumentDescribed },
  'pipeline.document.estimated': { topic: run, data: DocumentEstimated },
  'pipeline.document.titled': { topic: run, data: DocumentTitled },
  'pipeline.document.failed': { topic: run, data: DocumentFailed },
  'pipeline.document.skipped': { topic: run, data: DocumentSkipped },
  'pipeline.page.started': { topic: page, data: PageStarted },
  'pipeline.page.converted': { topic: page, data: PageConverted },
  'pipeline.page.rendered': { topic: page, data: PageRendered },
  'pipeline.page.failed': { topic: page, data: PageFailed },
  'pipeline.page.translation-started': { topic: page, data: PageTranslationStarted },
  'pipeline.page.speech-changed': { topic: page, data: PageSpeechChanged },
  'pipeline.page.translated': { topic: page, data: PageTranslated },
  'pipeline.page.translation-failed': { topic: page, data: PageTranslationFailed },
  'pipeline.page.translation-waiting': { topic: page, data: PageTranslationWaiting },
} as const;

export type EventType = keyof typeof EVENTS;
export type EventData<T extends EventType> = z.infer<(typeof EVENTS)[T]['data']>;
export type Topic = (typeof EVENTS)[EventType]['topic'];

/** Kafka message key: the document or the user an event is about, or the address of a guest. */
export const keyOf = (
  data: { documentId: string } | { userId: string } | { userId: string | null; ip: string },
): string => {
  if ('documentId' in data) return data.documentId;
  return data.userId ?? ('ip' in data ? data.ip : '');
};
