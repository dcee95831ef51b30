import { Outbox } from '@hamkhan/platform/kafka/outbox';
import { UnitOfWork } from '@hamkhan/platform/mongo/unit-of-work';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { InjectLogger } from '@hamkhan/platform/platform-module';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { isRunning } from '../document/document-status.domain.js';
import type { DocumentRow } from '../document/document.schema.js';

/** Shortest time between two events of a reader; the page they stop at is always published. */
const INTERVAL_MS = 2_000;
/** An unchanged position is published again after this time: its priority in the pipeline may have expired. */
const REPEAT_MS = 60_000;
const MAX_POSITIONS = 10_000;

type Position = { published: number; publishedAt: number; current: number; timer: NodeJS.Timeout | null };

/** Publishes where readers are in documents that are still processed, so that the pipeline processes those pages first. */
@Injectable()
export class ReaderPositionService implements OnModuleDestroy {
  private readonly positions = new LRUCache<string, Position>({
    max: MAX_POSITIONS,
    dispose: ({ timer }) => {
      if (timer) clearTimeout(timer);
    },
    noDisposeOnSet: true,
  });

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly outbox: Outbox,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  onModuleDestroy(): void {
    this.positions.clear();
  }

  /** Records a position and returns at once; `readerId` is null for guests, who count as one reader of a document. */
  record(document: DocumentRow, readerId: string | null, pageNumber: number): void {
    if (!isRunning(document.status)) return;
    const key = `${readerId ?? ''} ${document._id}`;
    let position = this.positions.get(key);
    if (!position) {
      position = { published: -1, publishedAt: 0, current: -1, timer: null };
      this.positions.set(key, position);
    }
    position.current = pageNumber;
    if (!position.timer) this.publishChange(position, document._id);
  }

  /** Publishes the position if it has changed, and checks again after the interval. */
  private publishChange(position: Position, documentId: string): void {
    position.timer = null;
    const { published, publishedAt, current } = position;
    if (current === published && Date.now() - publishedAt < REPEAT_MS) return;
    position.published = current;
    position.publishedAt = Date.now();
    position.timer = setTimeout(() => this.publishChange(position, documentId), INTERVAL_MS).unref();
    void this.publish(documentId, current);
  }

  private async publish(documentId: string, pageNumber: number): Promise<void> {
    try {
      await this.unitOfWork.run((tx) =>
        this.outbox.add(
          'documents.reader.moved',
          { aggregateId: documentId, aggregateVersion: Date.now(), data: { documentId, pageNumber } },
          tx,
        ),
      );
    } catch (error) {
      this.logger.warn({ err: error, documentId }, "Could not publish a reader's position");
    }
  }
}
