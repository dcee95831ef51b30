import { Outbox } from '@hamkhan/platform/kafka/outbox';
import { UnitOfWork } from '@hamkhan/platform/mongo/unit-of-work';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { InjectLogger } from '@hamkhan/platform/platform-module';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { isRunning } from '../document/document-status.domain.js';
import type { DocumentRow } from '../document/document.schema.js';

/** A reader who leafs through pages is heard this often; the page they stop at always counts. */
const PAUSE_MS = 2_000;
/** A reader who stays is told of again after this long: the work may have been planned anew. */
const STAYS_MS = 60_000;
const MAX_READERS = 10_000;

type Position = { told: number; toldAt: number; wanted: number; timer: NodeJS.Timeout | null };

/** Tells the pipeline where readers stand in documents that still run, so that those pages go first. */
@Injectable()
export class ReaderPositionService implements OnModuleDestroy {
  private readonly positions = new Map<string, Position>();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly outbox: Outbox,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  onModuleDestroy(): void {
    for (const { timer } of this.positions.values()) if (timer) clearTimeout(timer);
    this.positions.clear();
  }

  /** Returns at once; `readerId` is null for guests, who count as one reader of a document. */
  moved(document: DocumentRow, readerId: string | null, pageNumber: number): void {
    if (!isRunning(document.status)) return;
    const key = `${readerId ?? ''} ${document._id}`;
    const position = this.positions.get(key) ?? { told: -1, toldAt: 0, wanted: -1, timer: null };
    this.positions.delete(key);
    this.positions.set(key, position);
    position.wanted = pageNumber;
    if (!position.timer) this.look(position, document._id);
    if (this.positions.size > MAX_READERS) this.forgetOldest();
  }

  /** Tells where the reader is now if that is news, and looks again after a pause. */
  private look(position: Position, documentId: string): void {
    position.timer = null;
    const { told, toldAt, wanted } = position;
    if (wanted === told && Date.now() - toldAt < STAYS_MS) return;
    position.told = wanted;
    position.toldAt = Date.now();
    position.timer = setTimeout(() => this.look(position, documentId), PAUSE_MS).unref();
    void this.tell(documentId, wanted);
  }

  private forgetOldest(): void {
    for (const [key, { timer }] of this.positions) {
      if (timer) clearTimeout(timer);
      this.positions.delete(key);
      return;
    }
  }

  private async tell(documentId: string, pageNumber: number): Promise<void> {
    try {
      await this.unitOfWork.run((tx) =>
        this.outbox.add(
          'documents.reader.moved',
          { aggregateId: documentId, aggregateVersion: Date.now(), data: { documentId, pageNumber } },
          tx,
        ),
      );
    } catch (error) {
      this.logger.warn({ err: error, documentId }, 'the place of a reader was not passed on');
    }
  }
}
