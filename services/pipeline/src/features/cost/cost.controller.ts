import type {
  TranslationBudgetResponse,
  TranslationCostResponse,
} from '@hamkhan/contracts/http/translation-cost';
import type { Identity } from '@hamkhan/contracts/identity';
import { translationCostRoute, setTranslationBudgetRoute } from '@hamkhan/contracts/routes/translation';
import { CurrentUser } from '@hamkhan/platform/http/access';
import { Endpoint, Input } from '@hamkhan/platform/http/endpoint';
import { Controller } from '@nestjs/common';
import { CostService } from './cost.service.js';

/** The cost and the budget of a document's translation. */
@Controller()
export class CostController {
  constructor(private readonly costs: CostService) {}

  @Endpoint(translationCostRoute)
  report(
    @Input() { params: { documentId } }: Input<typeof translationCostRoute>,
    @CurrentUser() user: Identity,
  ): Promise<TranslationCostResponse> {
    return this.costs.report(documentId, user);
  }

  @Endpoint(setTranslationBudgetRoute)
  setBudget(
    @Input() { params: { documentId }, body: { budget } }: Input<typeof setTranslationBudgetRoute>,
    @CurrentUser() user: Identity,
  ): Promise<TranslationBudgetResponse> {
    return this.costs.setBudget(documentId, user, budget);
  }
}
