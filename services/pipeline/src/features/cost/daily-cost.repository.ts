import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { DAILY_COST, type DailyCostRow } from './daily-cost.schema.js';

const idOf = (ownerId: string, day: string): string => `${ownerId}:${day}`;

/** What translations cost by owner and day. */
@Injectable()
export class DailyCostRepository {
  constructor(@InjectModel(DAILY_COST) private readonly costs: Model<DailyCostRow>) {}

  async add(ownerId: string, day: string, cost: number): Promise<void> {
    await this.costs.updateOne(
      { _id: idOf(ownerId, day) },
      { $inc: { spent: cost }, $setOnInsert: { ownerId, day, createdAt: new Date() } },
      { upsert: true },
    );
  }

  async spentOn(ownerId: string, day: string): Promise<number> {
    const row = await this.costs.findById(idOf(ownerId, day)).select({ spent: 1 }).lean();
    return row?.spent ?? 0;
  }
}
