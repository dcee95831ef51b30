import type { Logger } from '@hamkhan/platform/observability/logger';
import { InjectLogger } from '@hamkhan/platform/platform-module';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection, mongo } from 'mongoose';
import type { DocumentRow } from '../document/document.schema.js';
import type { PageRow } from '../page/page.schema.js';
import type { EndedSessionRow } from './ended-session.schema.js';

export type PageChange = Pick<PageRow, 'documentId' | 'number' | 'status' | 'translationStatus' | 'revision'>;

export type ChangeListener = {
  onDocument: (document: DocumentRow) => void;
  onPage: (page: PageChange) => void;
  onSessionEnded: (session: EndedSessionRow) => void;
  /** Some changes may have been missed. */
  onGap: () => void;
};

const RETRY_MS = 1_000;
/** The resume point is no longer in the oplog. */
const HISTORY_LOST = new Set([280, 286]);

type Change = mongo.ChangeStreamDocument & { ns?: { coll?: string }; fullDocument?: unknown };

/**
 * Watches committed changes of documents and pages, and ended sessions, made by any replica, through one MongoDB change stream per process. Resumes where
 * it stopped after an outage.
 */
@Injectable()
export class ChangeFeed implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly listeners = new Set<ChangeListener>();
  private stream: mongo.ChangeStream | null = null;
  private resumeToken: unknown;
  private retry: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(
    @InjectConnection() private readonly connection: Connection,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  listen(listener: ChangeListener): void {
    this.listeners.add(listener);
  }

  onApplicationBootstrap(): void {
    this.open();
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.retry);
    await this.stream?.close().catch(() => undefined);
  }

  private open(): void {
    const stream = this.connection.watch(
      [
        {
          $match: {
            operationType: { $in: ['insert', 'update', 'replace'] },
            'ns.coll': { $in: ['documents', 'pages', 'ended_sessions'] },
            // An inspection inserts hundreds of pending pages; the change of the document covers them.
            $nor: [{ operationType: 'insert', 'ns.coll': 'pages', 'fullDocument.status': 'pending' }],
          },
        },
        {
          $project: {
            'fullDocument.content': 0,
            'fullDocument.translatedContent': 0,
            'fullDocument.translatedContentLevel2': 0,
            'fullDocument.delivered': 0,
            updateDescription: 0,
          },
        },
      ],
      {
        fullDocument: 'updateLookup',
        ...(this.resumeToken === undefined ? {} : { resumeAfter: this.resumeToken }),
      },
    );
    this.stream = stream;
    stream.on('change', (change: Change) => {
      this.notify(change);
    });
    stream.on('resumeTokenChanged', (token: unknown) => {
      this.resumeToken = token;
    });
    stream.on('error', (error: unknown) => {
      if (this.stream === stream) void this.reopen(error);
    });
  }

  private async reopen(error: unknown): Promise<void> {
    const broken = this.stream;
    this.stream = null;
    await broken?.close().catch(() => undefined);
    if (this.isStopped) return;
    this.logger.warn({ err: error }, 'Change stream failed; reopening');
    if (HISTORY_LOST.has(Number((error as { code?: unknown }).code)) || this.resumeToken === undefined) {
      this.resumeToken = undefined;
      for (const listener of this.listeners) listener.onGap();
    }
    this.retry = setTimeout(() => this.open(), RETRY_MS);
  }

  private notify(change: Change): void {
    const { ns, fullDocument } = change;
    if (!fullDocument) return;
    for (const listener of this.listeners) {
      if (ns?.coll === 'documents') listener.onDocument(fullDocument as DocumentRow);
      else if (ns?.coll === 'ended_sessions') listener.onSessionEnded(fullDocument as EndedSessionRow);
      else listener.onPage(fullDocument as PageChange);
    }
  }
}
