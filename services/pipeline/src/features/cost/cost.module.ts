import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { TranslatorModule } from '../../infra/translator/translator.module.js';
import { PagesModule } from '../pages/pages.module.js';
import { RunsModule } from '../runs/runs.module.js';
import { CostController } from './cost.controller.js';
import { CostService } from './cost.service.js';
import { DailyBudget } from './daily-budget.service.js';
import { DailyCostRepository } from './daily-cost.repository.js';
import { DAILY_COST, DailyCostSchema } from './daily-cost.schema.js';

@Module({
  imports: [
    MongooseModule.forFeature([{ name: DAILY_COST, schema: DailyCostSchema }]),
    TranslatorModule,
    PagesModule,
    RunsModule,
  ],
  controllers: [CostController],
  providers: [CostService, DailyBudget, DailyCostRepository],
  exports: [CostService, DailyBudget],
})
export class CostModule {}
