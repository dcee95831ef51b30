import type { EditSummary, EditType, Suggestion } from '@hamkhan/contracts/http/editing';
import { EDIT_TYPES, editOfVersion } from '@hamkhan/contracts/http/editing';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../shared/i18n/error-text.js';
import { formatGregorian, useFormat } from '../../../shared/lib/format.js';
import type { PageFrame } from '../../../shared/lib/reader-slots.js';
import { Button } from '../../../shared/ui/button.js';
import { ConfirmDialog } from '../../../shared/ui/dialog.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { Pager } from '../../../shared/ui/pager.js';
import { ErrorState } from '../../../shared/ui/state-block.js';
import {
  useHistory,
  useOtherSuggestions,
  usePageSuggestions,
  useSuggestionChanges,
} from '../api/suggestions.js';
import { useEditMode } from '../lib/edit-mode.js';
import { pendingOf } from '../lib/pending.js';
import { Author } from './author.js';
import { ChangeChips } from './change-chips.js';
import { EditorSkeleton } from './editor-skeleton.js';
import { SuggestionDialog } from './suggestion-dialog.js';
import { TypeChoice } from './type-choice.js';
import './edits-panel.css';

const Section = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId();
  return (
    <section className="edits__part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
};

/** A suggestion in a list: its title opens it where the reader may see what is in it. */
const Card = ({
  title,
  words,
  who,
  date,
  summary,
  onOpen,
  children,
}: {
  title: string;
  words: string;
  who: string;
  date: string;
  summary: EditSummary;
  onOpen: (() => void) | null;
  children?: ReactNode;
}) => {
  const format = useFormat();
  return (
    <article className="edit-card">
      <h3>
        {onOpen ? (
          <button type="button" className="link" onClick={onOpen}>
            <bdi>{title}</bdi>
          </button>
        ) : (
          <bdi>{title}</bdi>
        )}
      </h3>
      {words ? (
        <p className="small soft edit-card__words">
          <bdi>{words}</bdi>
        </p>
      ) : null}
      <p className="edit-card__facts small faint">
        <Author name={who} />
        <span aria-hidden="true">·</span>
        <time dateTime={date} title={formatGregorian(date)}>
          {format.date(date)}
        </time>
      </p>
      <div className="edit-card__facts">
        <ChangeChips summary={summary} />
        {children ? <span className="edit-card__tools">{children}</span> : null}
      </div>
    </article>
  );
};

/** A list in parts, in its four lives. */
function Paged<T>({
  items,
  total,
  error,
  retrying,
  onRetry,
  empty,
  page,
  perPage,
  onPage,
  onPerPage,
  children,
}: {
  items: readonly T[] | undefined;
  total: number;
  error: unknown;
  retrying: boolean;
  onRetry: () => void;
  empty: string;
  page: number;
  perPage: number;
  onPage: (page: number) => void;
  onPerPage: (perPage: number) => void;
  children: (item: T) => ReactNode;
}) {
  const { t } = useTranslation('editing');
  const { t: tc } = useTranslation();
  const { t: te } = useTranslation('errors');
  if (!items && error) {
    return (
      <ErrorState
        title={t('panel.loadFailed')}
        text={errorText(error, te)}
        action={
          <Button icon="refresh" busy={retrying} onClick={onRetry}>
            {tc('retry')}
          </Button>
        }
      />
    );
  }
  if (!items) return <EditorSkeleton />;
  if (total === 0) return <p className="soft">{empty}</p>;
  const pages = Math.max(1, Math.ceil(total / perPage));
  return (
    <>
      <div className="edits__list">{items.map(children)}</div>
      {total > 10 ? (
        <Pager page={page} pages={pages} perPage={perPage} onPage={onPage} onPerPage={onPerPage} />
      ) : null}
    </>
  );
}

type Opened = { pageId: string; type: EditType; mayOpen: boolean; onOpen: (id: string) => void };

const usePaging = () => {
  const [{ page, perPage }, set] = useState({ page: 1, perPage: 10 });
  return {
    page,
    perPage,
    onPage: (next: number) => set({ page: next, perPage }),
    onPerPage: (next: number) => set({ page: 1, perPage: Math.min(50, next) }),
  };
};

/** What others suggest (RDR-SUGGEST-13). */
const Others = ({ pageId, type, mayOpen, count, onOpen }: Opened & { count: number }) => {
  const { t } = useTranslation('editing');
  const { number } = useFormat();
  const paging = usePaging();
  const { answer, error, retrying, retry } = useOtherSuggestions({ pageId, type, ...paging }, mayOpen);
  if (!mayOpen) {
    return (
      <p className="soft">
        {count === 0 ? t('panel.noOthers') : t('panel.othersCount', { count, items: number(count) })}
      </p>
    );
  }
  return (
    <Paged
      items={answer?.suggestions}
      total={answer?.total ?? 0}
      error={error}
      retrying={retrying}
      onRetry={retry}
      empty={t('panel.noOthers')}
      {...paging}
    >
      {(one) => (
        <Card
          key={one.id}
          title={one.title}
          words={one.description}
          who={one.user.name}
          date={one.created_date}
          summary={one.edit_summary}
          onOpen={() => onOpen(one.id)}
        />
      )}
    </Paged>
  );
};

/** What became part of the page (RDR-SUGGEST-14). */
const History = ({ pageId, type, mayOpen, onOpen }: Opened) => {
  const { t } = useTranslation('editing');
  const paging = usePaging();
  const { answer, error, retrying, retry } = useHistory({ pageId, type, ...paging });
  return (
    <Paged
      items={answer?.history}
      total={answer?.total ?? 0}
      error={error}
      retrying={retrying}
      onRetry={retry}
      empty={t('panel.noHistory')}
      {...paging}
    >
      {(one) => (
        <Card
          key={one.id}
          title={one.title}
          words={one.description}
          who={one.user.name}
          date={one.applied_at}
          summary={one.edit_summary}
          onOpen={mayOpen || one.own ? () => onOpen(one.id) : null}
        />
      )}
    </Paged>
  );
};

/** What is and was suggested for a page: by the reader, by others, and what became of it. */
export const EditsPanel = (frame: Omit<PageFrame, 'children'>) => {
  const { page, version } = frame;
  const { t } = useTranslation('editing');
  const { t: tc } = useTranslation();
  const { t: te } = useTranslation('errors');
  const { mode } = useEditMode();
  const { list, error, retrying, retry } = usePageSuggestions(page.id);
  const { cancel } = useSuggestionChanges();
  const [type, setType] = useState<EditType>(editOfVersion(version));
  const [opened, setOpened] = useState<string | null>(null);
  const [cancelling, setCancelling] = useState<Suggestion | null>(null);
  const [busy, setBusy] = useState(false);

  if (!list) {
    return error ? (
      <ErrorState
        title={t('panel.loadFailed')}
        text={errorText(error, te)}
        action={
          <Button icon="refresh" busy={retrying} onClick={retry}>
            {tc('retry')}
          </Button>
        }
      />
    ) : (
      <EditorSkeleton />
    );
  }
  const own = list.user_suggestions[type];
  const mayOpen = list.edit_mode !== 'suggest';
  const edit = (suggestion: Pick<Suggestion, 'edit_type'>) => {
    setOpened(null);
    mode.write(page.id, suggestion.edit_type);
  };
  const sure = async (suggestion: Suggestion) => {
    setBusy(true);
    try {
      await cancel(suggestion.id, page.id);
      showMessage('success', t('cancel.done'), { about: suggestion.id });
      setOpened(null);
    } catch (problem) {
      showMessage('alert', errorText(problem, te), { about: suggestion.id });
    }
    setBusy(false);
    setCancelling(null);
  };
  return (
    <div className="edits" data-no-swipe>
      <TypeChoice
        types={EDIT_TYPES}
        value={type}
        counts={{
          content: pendingOf(list, 'content'),
          translation_1: pendingOf(list, 'translation_1'),
          translation_2: pendingOf(list, 'translation_2'),
        }}
        onChange={setType}
      />
      {mayOpen && !own ? null : (
        <Section title={t('panel.yours')}>
          {own ? (
            <Card
              title={own.title}
              words={own.description}
              who={own.user.name}
              date={own.created_date}
              summary={own.edit_summary}
              onOpen={() => setOpened(own.id)}
            >
              <Button size="s" look="danger" onClick={() => setCancelling(own)}>
                {t('card.cancel')}
              </Button>
              <Button size="s" icon="edit" onClick={() => edit(own)}>
                {t('card.edit')}
              </Button>
            </Card>
          ) : (
            <div className="edits__none">
              <p className="soft">{t('panel.noYours')}</p>
              <Button size="s" icon="edit" onClick={() => mode.write(page.id, type)}>
                {t('menu.suggest')}
              </Button>
            </div>
          )}
        </Section>
      )}
      <Section title={t('panel.others')}>
        <Others
          key={type}
          pageId={page.id}
          type={type}
          mayOpen={mayOpen}
          count={list.other_suggestions_count[type]}
          onOpen={setOpened}
        />
      </Section>
      <Section title={t('panel.history')}>
        <History key={type} pageId={page.id} type={type} mayOpen={mayOpen} onOpen={setOpened} />
      </Section>
      {opened ? (
        <SuggestionDialog
          id={opened}
          frame={frame}
          mode={list.edit_mode}
          onEdit={edit}
          onCancel={setCancelling}
          onClose={() => setOpened(null)}
        />
      ) : null}
      {cancelling ? (
        <ConfirmDialog
          open
          danger
          busy={busy}
          title={t('cancel.title')}
          text={t('cancel.text')}
          confirmLabel={t('cancel.sure')}
          onConfirm={() => void sure(cancelling)}
          onCancel={() => setCancelling(null)}
        />
      ) : null}
    </div>
  );
};
