import type { AccountExport as Export } from '@hamkhan/contracts/http/account-export';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CurrentUser } from '../../../shared/api/session.js';
import { errorText } from '../../../shared/i18n/error-text.js';
import { useFormat } from '../../../shared/lib/format.js';
import { saveFile } from '../../../shared/lib/save-file.js';
import { Button } from '../../../shared/ui/button.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { FormAlerts } from '../../../shared/ui/form-alerts.js';
import { Icon } from '../../../shared/ui/icon.js';
import { Meter } from '../../../shared/ui/meter.js';
import { useFormErrors } from '../../../shared/ui/use-form-errors.js';
import { downloadExport, useAccountExport } from '../api/account-export.js';
import './account-export.css';

const Progress = ({ current }: { current: Export }) => {
  const { t } = useTranslation('profile');
  const { digits, moment, fileSize } = useFormat();
  const { state, done, total, size, expires_at: end } = current;
  switch (state) {
    case 'working':
      return (
        <div aria-live="polite">
          <p>{t('export.working', { done: digits(done), total: digits(total) })}</p>
          <Meter value={total > 0 ? done / total : 0} label={t('export.meter')} />
        </div>
      );
    case 'ready':
      return <p aria-live="polite">{t('export.ready', { size: fileSize(size ?? 0), end: moment(end) })}</p>;
    case 'failed':
      return <FormAlerts texts={[t('export.failed')]} />;
  }
};

const ExportDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('profile');
  const { t: tc } = useTranslation();
  const { t: te } = useTranslation('errors');
  const { current, error, request } = useAccountExport();
  const { errors, busy, run } = useFormErrors([]);
  const isReady = current?.state === 'ready';

  const submit = () =>
    void run(async () => {
      if (isReady) saveFile(await downloadExport(current.id));
      else await request();
    });

  return (
    <Dialog
      open
      size="form"
      onClose={onClose}
      title={t('export.title')}
      footer={
        <>
          <Button onClick={onClose}>{tc('close')}</Button>
          <Button
            look="main"
            busy={busy}
            disabled={current === undefined || current?.state === 'working'}
            onClick={submit}
          >
            {t(isReady ? 'export.download' : 'export.begin')}
          </Button>
        </>
      }
    >
      <div className="account-export">
        <p>{t('export.what')}</p>
        {error ? <FormAlerts texts={[errorText(error, te)]} /> : null}
        {current ? <Progress current={current} /> : null}
        <FormAlerts texts={errors.general} />
      </div>
    </Dialog>
  );
};

/** Opens the dialog that exports the account; absent while an administrator acts as the user. */
export const AccountExport = ({ user }: { user: CurrentUser | undefined }) => {
  const { t } = useTranslation('profile');
  const [isOpen, setOpen] = useState(false);
  if (!user || user.loggedinas !== null) return null;
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        <Icon name="download" />
        <span className="grow">{t('export.open')}</span>
      </button>
      {isOpen ? <ExportDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
};
