import { Outbox } from '@hamkhan/platform/kafka/outbox';
import { UnitOfWork } from '@hamkhan/platform/mongo/unit-of-work';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { InjectLogger } from '@hamkhan/platform/platform-module';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { isRunning } from '../document/document-status.domain.js';
import type { DocumentRow } from '../document/document.schema.js';

/** A reader who leafs through pages is heard this often; the page they stop at always counts. */
const PAUSE_MS = 2_000;
const MAX_READERS = 10_000;

type Position = { told: number; wanted: number; timer: NodeJS.Timeout };

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
    for (const { timer } of this.positions.values()) clearTimeout(timer);
    this.positions.clear();
  }

  /** Returns at once; `readerId` is null for guests, who count as one reader of a document. */
  moved(document: DocumentRow, readerId: string | null, pageNumber: number): void {
    if (!isRunning(document.status)) return;
    const key = `${readerId ?? ''} ${document._id}`;
    const known = this.positions.get(key);
    if (known) {
      known.wanted = pageNumber;
      return;
    }
    if (this.positions.size >= MAX_READERS) return;
    const position: Position = {
      told: pageNumber,
      wanted: pageNumber,
      timer: setTimeout(() => this.lookAgain(key, document._id), PAUSE_MS).unref(),
    };
    this.positions.set(key, position);
    void this.tell(document._id, pageNumber);
  }

  private lookAgain(key: string, documentId: string): void {
    const position = this.positions.get(key);
    if (!position) return;
    if (position.wanted === position.told) {
      this.positions.delete(key);
      return;
    }
    position.told = position.wanted;
    position.timer = setTimeout(() => this.lookAgain(key, documentId), PAUSE_MS).unref();
    void this.tell(documentId, position.told);
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
