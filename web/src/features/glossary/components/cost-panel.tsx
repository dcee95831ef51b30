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

/** Small sums need their cents, and the smallest ones more than that. */
const rounded = (sum: number): number =>
  sum >= 1 ? Math.round(sum * 100) / 100 : Math.round(sum * 10_000) / 10_000;

/** What the translation has cost, what it will, and the budget that holds it. Nothing where no price is configured. */
export const CostPanel = ({ documentKey }: { documentKey: string }) => {
  const { t } = useTranslation('glossary');
  const { t: te } = useTranslation('errors');
  const { number } = useFormat();
  const { cost, setBudget } = useTranslationCost(documentKey);
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const expected = cost?.estimate?.cost ?? null;
  if (!cost || (cost.spent.cost === undefined && expected === null)) return null;
  const money = (sum: number) => t('money', { sum: number(rounded(sum)), currency: cost.currency });
  const wanted = normaliseDigits(typed).replace('٫', '.').trim();
  const isSum = /^\d{1,9}(\.\d{1,4})?$/.test(wanted);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isSum || busy) return;
    setBusy(true);
    try {
      const { resumed_pages: pages } = await setBudget(wanted);
      setTyped('');
      showMessage(
        'success',
        pages > 0 ? t('budgetResumed', { count: pages, pages: number(pages) }) : t('budgetSaved'),
      );
    } catch (failure) {
      showMessage('alert', errorText(failure, te));
    }
    setBusy(false);
  };

  return (
    <Paper className="cost">
      <h2>{t('cost')}</h2>
      {cost.paused ? (
        <Notice tone="warning" live>
          {t('paused')}
        </Notice>
      ) : null}
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
      <form className="cost__form" onSubmit={(event) => void submit(event)}>
        <TextField
          label={t('newBudget', { currency: cost.currency })}
          dir="ltr"
          inputMode="decimal"
          value={typed}
          onChange={setTyped}
        />
        <Button type="submit" busy={busy} disabled={!isSum}>
          {t('setBudget')}
        </Button>
      </form>
    </Paper>
  );
};
