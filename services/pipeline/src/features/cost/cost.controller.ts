import {
  TranslationBudgetForm,
  type TranslationBudgetResponse,
  type TranslationCostResponse,
} from '@hamkhan/contracts/http/translation-cost';
import type { Identity } from '@hamkhan/contracts/identity';
import { Access, CurrentUser } from '@hamkhan/platform/http/access';
import { ZodPipe } from '@hamkhan/platform/http/zod-pipe';
import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { CostService } from './cost.service.js';

/** What a document's translation has cost and may cost. */
@Controller('api/document/translation-cost')
export class CostController {
  constructor(private readonly costs: CostService) {}

  @Get(':documentId/')
  @Access('user')
  report(
    @Param('documentId') documentId: string,
    @CurrentUser() user: Identity,
  ): Promise<TranslationCostResponse> {
    return this.costs.report(documentId, user);
  }

  @Post(':documentId/budget/')
  @HttpCode(200)
  @Access('user')
  setBudget(
    @Param('documentId') documentId: string,
    @Body(new ZodPipe(TranslationBudgetForm)) { budget }: TranslationBudgetForm,
    @CurrentUser() user: Identity,
  ): Promise<TranslationBudgetResponse> {
    return this.costs.setBudget(documentId, user, budget);
  }
}
