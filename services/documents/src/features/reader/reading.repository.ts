import type { ReadingState } from '@hamkhan/contracts/http/reader';
import { isDuplicateKey } from '@hamkhan/platform/mongo/mongo';
import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { READINGS, REPORTS, VIEWS, type ReadingRow, type ReportRow, type ViewRow } from './reading.schema.js';

const idOf = (userId: string, documentId: string): string => `${userId} ${documentId}`;

@Injectable()
export class ReadingRepository {
  constructor(
    @InjectModel(READINGS) private readonly readings: Model<ReadingRow>,
    @InjectModel(VIEWS) private readonly views: Model<ViewRow>,
    @InjectModel(REPORTS) private readonly reports: Model<ReportRow>,
  ) {}

  async state(userId: string, documentId: string): Promise<ReadingState | null> {
    const row = await this.readings
      .findOne({ _id: idOf(userId, documentId) }, { state: 1 })
      .lean<Pick<ReadingRow, 'state'>>()
      .exec();
    return row?.state ?? null;
  }

  async setState(userId: string, documentId: string, state: ReadingState): Promise<void> {
    await this.upsert(userId, documentId, { state, openedAt: new Date() });
  }

  async markOpened(userId: string, documentId: string): Promise<void> {
    await this.upsert(userId, documentId, { openedAt: new Date() });
  }

  listOf(userId: string): Promise<ReadingRow[]> {
    return this.readings.find({ userId }).sort({ openedAt: 1 }).lean<ReadingRow[]>().exec();
  }

  /** Removes the reading states of all users in a document. */
  async removeAll(documentId: string, tx: Tx): Promise<void> {
    await this.readings.deleteMany({ documentId }, { session: tx });
  }

  /** Removes the reading states and reports of a user. */
  async removeUser(userId: string): Promise<void> {
    await this.readings.deleteMany({ userId });
    await this.reports.deleteMany({ userId });
  }

  /** Removes the reports on a document. */
  async removeReports(documentId: string, tx: Tx): Promise<void> {
    await this.reports.deleteMany({ documentId }, { session: tx });
  }

  /** Counts a visit; further visits of the same person on the same day do not count. */
  async addView(row: ViewRow): Promise<void> {
    const { _id, ...rest } = row;
    await this.views.updateOne({ _id }, { $setOnInsert: rest }, { upsert: true });
  }

  /** Adds a report. @returns false if the user sent the same one today */
  async addReport(row: ReportRow): Promise<boolean> {
    try {
      await this.reports.create(row);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  countReports(userId: string, day: string): Promise<number> {
    return this.reports.countDocuments({ userId, day });
  }

  private async upsert(
    userId: string,
    documentId: string,
    fields: Partial<Pick<ReadingRow, 'state' | 'openedAt'>>,
  ): Promise<void> {
    const _id = idOf(userId, documentId);
    await this.readings.updateOne(
      { _id },
      { $set: fields, $setOnInsert: { userId, documentId } },
      { upsert: true },
    );
  }
}
