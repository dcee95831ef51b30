import { Module } from '@nestjs/common';
import { TranslatorModule } from '../../infra/translator/translator.module.js';
import { PagesModule } from '../pages/pages.module.js';
import { RunsModule } from '../runs/runs.module.js';
import { CostController } from './cost.controller.js';
import { CostService } from './cost.service.js';

@Module({
  imports: [TranslatorModule, PagesModule, RunsModule],
  controllers: [CostController],
  providers: [CostService],
  exports: [CostService],
})
export class CostModule {}
