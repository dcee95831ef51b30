import type { Logger } from '@hamkhan/platform/observability/logger';
import { InjectLogger } from '@hamkhan/platform/platform-module';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { Connection, mongo } from 'mongoose';
import type { DocumentRow } from '../document/document.schema.js';
import type { PageRow } from '../page/page.schema.js';

export type PageChange = Pick<PageRow, 'documentId' | 'number' | 'status' | 'translationStatus' | 'revision'>;

export type ChangeListener = {
  onDocument: (document: DocumentRow) => void;
  onPage: (page: PageChange) => void;
  /** Changes may have been missed. */
  onGap: () => void;
};

const RETRY_MS = 1_000;
/** The place to go on from is no longer in the oplog. */
const HISTORY_LOST = new Set([280, 286]);

type Change = mongo.ChangeStreamDocument & { ns?: { coll?: string }; fullDocument?: unknown };

/**
 * Hears of every committed change of documents and pages, whichever replica made it, through one change stream of MongoDB in each
 * process. After an outage it goes on where it stopped.
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
            'ns.coll': { $in: ['documents', 'pages'] },
            // Pages that only begin to wait come by the hundred with an inspection and are no news beside it.
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
      this.pass(change);
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
    this.logger.warn({ err: error }, 'the change stream broke off and is opened again');
    if (HISTORY_LOST.has(Number((error as { code?: unknown }).code)) || this.resumeToken === undefined) {
      this.resumeToken = undefined;
      for (const listener of this.listeners) listener.onGap();
    }
    this.retry = setTimeout(() => this.open(), RETRY_MS);
  }

  private pass(change: Change): void {
    const { ns, fullDocument } = change;
    if (!fullDocument) return;
    for (const listener of this.listeners) {
      if (ns?.coll === 'documents') listener.onDocument(fullDocument as DocumentRow);
      else listener.onPage(fullDocument as PageChange);
    }
  }
}
