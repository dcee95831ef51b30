import type { PageChangedEvent } from '@hamkhan/contracts/http/documents';
import type { Identity } from '@hamkhan/contracts/identity';
import type { UiLanguage } from '@hamkhan/contracts/languages';
import { AppError } from '@hamkhan/platform/app-error';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { accessOf, isPermitted } from '../access/access.domain.js';
import { toLibraryItem } from '../document/document.mapper.js';
import type { DocumentRow } from '../document/document.schema.js';
import { ImageSigner } from '../page/image-signature.domain.js';
import { DocumentCache } from '../reader/document-cache.js';
import type { OpenDocument } from '../reader/reader.service.js';
import { ChangeFeed, type PageChange } from './change-feed.repository.js';
import type { EndedSessionRow } from './ended-session.schema.js';
import { EndedSessionsRepository } from './ended-sessions.repository.js';
import type { EventStream } from './event-stream.js';

const HEARTBEAT_MS = 15_000;
/** Streams end after this time, so that the client reconnects and is authenticated again. */
const MAX_STREAM_MS = 15 * 60_000;
/** Open streams of one user (one per tab) or of the guests of one address, and of all users, in one process. */
const MAX_STREAMS_EACH = 30;
const MAX_STREAMS = 10_000;

export type Listener = {
  stream: EventStream;
  reader: Identity | null;
  /** Address of the client. */
  address: string;
  language: UiLanguage;
  /** The watched document; null for all of the reader's own. */
  opened: OpenDocument | null;
};

type OpenListener = Listener & { openedAt: number };

/** Sends changes to open event streams, under the access rule at that moment. */
@Injectable()
export class LiveService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly listeners = new Set<OpenListener>();
  private heartbeat: NodeJS.Timeout | undefined;

  constructor(
    private readonly feed: ChangeFeed,
    private readonly documentCache: DocumentCache,
    private readonly signer: ImageSigner,
    private readonly endedSessions: EndedSessionsRepository,
  ) {}

  onApplicationBootstrap(): void {
    this.feed.listen({
      onDocument: (document) => this.publishDocument(document),
      onPage: (page) => this.publishPage(page),
      onSessionEnded: (session) => this.endSession(session),
      onGap: () => this.endAll(),
    });
    this.heartbeat = setInterval(() => this.sendHeartbeats(), HEARTBEAT_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.heartbeat);
    this.endAll();
  }

  /**
   * @throws AUTH.TOO_MANY_REQUESTS for a user, or the guests of an address, with too many streams; COMMON.UNAVAILABLE if the
   * process has too many.
   */
  assertCapacity(reader: Identity | null, address: string): void {
    if (this.listeners.size >= MAX_STREAMS) throw new AppError('COMMON.UNAVAILABLE');
    const isSame = (listener: OpenListener): boolean =>
      reader ? listener.reader?.userId === reader.userId : !listener.reader && listener.address === address;
    if ([...this.listeners].filter(isSame).length >= MAX_STREAMS_EACH)
      throw new AppError('AUTH.TOO_MANY_REQUESTS');
  }

  /** Adds an open stream, and ends it at once if its session has ended since the gateway resolved it. */
  async add(listener: Listener): Promise<void> {
    const open = { ...listener, openedAt: Date.now() };
    this.listeners.add(open);
    const { reader, stream } = listener;
    stream.onClose(() => this.listeners.delete(open));
    if (reader && (await this.endedSessions.hasEnded(reader))) stream.end();
  }

  private endSession({ userId, sessionId }: Pick<EndedSessionRow, 'userId' | 'sessionId'>): void {
    for (const { reader, stream } of this.listeners) {
      if (reader?.userId === userId && reader.sessionId === sessionId) stream.end();
    }
  }

  private publishDocument(document: DocumentRow): void {
    this.documentCache.invalidate(document);
    for (const listener of this.listeners) {
      const { opened, reader, stream, language } = listener;
      const isWanted = opened ? opened.document._id === document._id : document.ownerId === reader?.userId;
      if (!isWanted) continue;
      const access = accessOf(document, reader, false);
      if (access) {
        if (opened) listener.opened = { document, access };
        // The shelf is the owner's own order, which is nobody else's business.
        const shelfId = document.ownerId === reader?.userId ? document.shelfId : null;
        stream.send('document', toLibraryItem(document, language, this.signer, reader, shelfId));
      } else if (opened) {
        stream.end();
      }
    }
  }

  private publishPage(page: PageChange): void {
    for (const { opened, stream } of this.listeners) {
      if (opened?.document._id !== page.documentId || !isPermitted(opened.access, page.number)) continue;
      const event: PageChangedEvent = {
        document_key: opened.document.key,
        page_number: page.number,
        status: page.status,
        translation_status: page.status === 'failed' ? 'pending_translation' : page.translationStatus,
        revision: page.revision,
      };
      stream.send('page', event);
    }
  }

  private sendHeartbeats(): void {
    const now = Date.now();
    for (const { stream, openedAt } of this.listeners) {
      if (now - openedAt > MAX_STREAM_MS) stream.end();
      else stream.heartbeat();
    }
  }

  private endAll(): void {
    for (const { stream } of this.listeners) stream.end();
  }
}
