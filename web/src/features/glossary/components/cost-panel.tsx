import type {
  TranslationBudgetResponse,
  TranslationCostResponse,
} from '@hamkhan/contracts/http/translation-cost';
import { type SyntheticEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../shared/i18n/error-text.js';
import { useFormat } from '../../../shared/lib/format.js';
import { normaliseDigits } from '../../../shared/lib/normalise.js';
import { Button } from '../../../shared/ui/button.js';
import { TextField } from '../../../shared/ui/field.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { Notice } from '../../../shared/ui/notice.js';
import { Paper } from '../../../shared/ui/paper.js';
import { useTranslationCost } from '../api/use-glossary.js';

/** Rounds to cents, and sums below one to four decimals. */
const rounded = (sum: number): number =>
  sum >= 1 ? Math.round(sum * 100) / 100 : Math.round(sum * 10_000) / 10_000;

const CostFigures = ({ cost }: { cost: TranslationCostResponse }) => {
  const { t } = useTranslation('glossary');
  const { number } = useFormat();
  const money = (sum: number) => t('money', { sum: number(rounded(sum)), currency: cost.currency });
  const expected = cost.estimate?.cost ?? null;
  return (
    <dl className="cost__sums">
      <div>
        <dt>{t('spent')}</dt>
        <dd>{money(cost.spent.cost ?? 0)}</dd>
      </div>
      {expected === null ? null : (
        <div>
          <dt>{t('estimate')}</dt>
          <dd>{money(expected)}</dd>
        </div>
      )}
      <div>
        <dt>{t('budget')}</dt>
        <dd>{cost.budget === null ? t('noBudget') : money(cost.budget)}</dd>
      </div>
    </dl>
  );
};

const BudgetForm = ({
  currency,
  onBudget,
}: {
  currency: string;
  onBudget: (budget: string) => Promise<TranslationBudgetResponse>;
}) => {
  const { t } = useTranslation('glossary');
  const { t: te } = useTranslation('errors');
  const { number } = useFormat();
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const budget = normaliseDigits(typed).replace('٫', '.').trim();
  const isAmount = /^\d{1,9}(\.\d{1,4})?$/.test(budget);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isAmount || busy) return;
    setBusy(true);
    try {
      const { resumed_pages: pages } = await onBudget(budget);
      setTyped('');
      showMessage(
        'success',
        pages > 0 ? t('budgetResumed', { count: pages, pages: number(pages) }) : t('budgetSaved'),
      );
    } catch (error) {
      showMessage('alert', errorText(error, te));
    }
    setBusy(false);
  };
  return (
    <form className="cost__form" onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('newBudget', { currency })}
        dir="ltr"
        inputMode="decimal"
        value={typed}
        onChange={setTyped}
      />
      <Button type="submit" busy={busy} disabled={!isAmount}>
        {t('setBudget')}
      </Button>
    </form>
  );
};

/** The translation's cost, its estimate and its budget. Hidden when no prices are configured. */
export const CostPanel = ({ documentKey }: { documentKey: string }) => {
  const { t } = useTranslation('glossary');
  const { cost, setBudget } = useTranslationCost(documentKey);
  const isPriced = cost && (cost.spent.cost !== undefined || (cost.estimate?.cost ?? null) !== null);
  if (!isPriced) return null;
  return (
    <Paper className="cost">
      <h2>{t('cost')}</h2>
      {cost.paused ? (
        <Notice tone="warning" live>
          {t('paused')}
        </Notice>
      ) : null}
      <CostFigures cost={cost} />
      <BudgetForm currency={cost.currency} onBudget={setBudget} />
    </Paper>
  );
};
