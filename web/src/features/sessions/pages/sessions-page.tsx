import type { SessionSummary } from '@hamkhan/contracts/http/auth';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { signOut } from '../../../shared/api/sign-out.js';
import { errorText } from '../../../shared/i18n/error-text.js';
import { useFormat } from '../../../shared/lib/format.js';
import { safeRedirect } from '../../../shared/lib/safe-path.js';
import { Button, ButtonLink } from '../../../shared/ui/button.js';
import { Chip } from '../../../shared/ui/chip.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { Notice } from '../../../shared/ui/notice.js';
import { Paper } from '../../../shared/ui/paper.js';
import { Skeleton } from '../../../shared/ui/skeleton.js';
import { ErrorState } from '../../../shared/ui/state-block.js';
import { useSessions } from '../api/use-sessions.js';
import './sessions-page.css';

const SKELETON_ROWS = 3;

const currentFirst = (sessions: readonly SessionSummary[]): SessionSummary[] =>
  sessions.toSorted((one, other) => Number(other.is_current) - Number(one.is_current));

/** Ends a session, or signs out if it is the current one; `endingKey` names it meanwhile. */
const useEndSession = (end: (sessionKey: string) => Promise<boolean>) => {
  const { t } = useTranslation('sessions');
  const navigate = useNavigate();
  const [endingKey, setEnding] = useState<string | null>(null);
  const endSession = async (session: SessionSummary) => {
    setEnding(session.session_key);
    if (session.is_current) {
      await signOut(() => navigate('/', { replace: true }));
      return;
    }
    const ended = await end(session.session_key);
    setEnding(null);
    showMessage(ended ? 'success' : 'alert', t(ended ? 'ended' : 'failed'), { about: session.session_key });
  };
  return { endingKey, endSession };
};

/** The active sessions of the user; each can be ended (ACC-SESSIONS-02). */
export const SessionsPage = () => {
  const { t } = useTranslation('sessions');
  const { t: tc } = useTranslation();
  const { t: te } = useTranslation('errors');
  const { number } = useFormat();
  const [params] = useSearchParams();
  const { list, error, retrying, retry, end } = useSessions();
  const { endingKey, endSession } = useEndSession(end);
  const target = safeRedirect(params.get('redirect'));
  const isOverLimit = list !== undefined && list.active_sessions_count > list.max_sessions;

  return (
    <section className="page sessions">
      <header className="sessions__head">
        <h1>{t('title')}</h1>
        {target && list && !isOverLimit ? (
          <ButtonLink look="main" to={target}>
            {t('continue')}
          </ButtonLink>
        ) : null}
      </header>
      <p className="soft">{t('intro')}</p>
      {isOverLimit ? (
        <Notice tone="warning" live>
          {t('limit', { max: number(list.max_sessions) })}
        </Notice>
      ) : null}
      {error && !list ? (
        <ErrorState
          title={t('loadFailed')}
          text={errorText(error, te)}
          action={
            <Button look="main" busy={retrying} onClick={retry}>
              {tc('retry')}
            </Button>
          }
        />
      ) : (
        <Paper>
          <SessionList
            sessions={list?.sessions}
            endingKey={endingKey}
            onEnd={(session) => void endSession(session)}
          />
        </Paper>
      )}
    </section>
  );
};

const SessionList = ({
  sessions,
  endingKey,
  onEnd,
}: {
  sessions: readonly SessionSummary[] | undefined;
  endingKey: string | null;
  onEnd: (session: SessionSummary) => void;
}) => (
  <ul className="sessions__list" aria-busy={!sessions}>
    {sessions
      ? currentFirst(sessions).map((session) => (
          <SessionRow
            key={session.session_key}
            session={session}
            busy={endingKey === session.session_key}
            onEnd={() => onEnd(session)}
          />
        ))
      : Array.from({ length: SKELETON_ROWS }, (_, row) => (
          <li key={row} className="sessions__row">
            <Skeleton width="60%" height="2.5rem" />
          </li>
        ))}
  </ul>
);

const SessionRow = ({
  session,
  busy,
  onEnd,
}: {
  session: SessionSummary;
  busy: boolean;
  onEnd: () => void;
}) => {
  const { t } = useTranslation('sessions');
  const { moment } = useFormat();
  const device = session.device ?? t('unknownDevice');
  return (
    <li className="sessions__row">
      <div className="sessions__what">
        <p>
          <bdi className="sessions__device">{device}</bdi>
          {session.is_current ? <Chip tone="ok">{t('current')}</Chip> : null}
        </p>
        <p className="sessions__facts soft small">
          <bdi dir="ltr">{session.ip}</bdi>
          <span>{t('since', { date: moment(session.created_date) })}</span>
          <span>{t('lastActivity', { date: moment(session.last_activity) })}</span>
        </p>
      </div>
      <Button look="quiet" busy={busy} aria-label={t('endNamed', { device })} onClick={onEnd}>
        {t('end')}
      </Button>
    </li>
  );
};
