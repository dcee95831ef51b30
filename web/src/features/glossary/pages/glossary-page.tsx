import type { GlossaryTerm } from '@hamkhan/contracts/http/glossary';
import { type ChangeEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { errorText } from '../../../shared/i18n/error-text.js';
import { useFormat } from '../../../shared/lib/format.js';
import { normaliseSearch } from '../../../shared/lib/normalise.js';
import { saveFile } from '../../../shared/lib/save-file.js';
import { useTitle } from '../../../shared/lib/use-title.js';
import { Button, ButtonLink } from '../../../shared/ui/button.js';
import { ConfirmDialog } from '../../../shared/ui/dialog.js';
import { SearchField } from '../../../shared/ui/field.js';
import { LoadError } from '../../../shared/ui/load-error.js';
import { showMessage } from '../../../shared/ui/messages.js';
import { Notice } from '../../../shared/ui/notice.js';
import { Paper } from '../../../shared/ui/paper.js';
import { EmptyState } from '../../../shared/ui/state-block.js';
import { useGlossary } from '../api/use-glossary.js';
import { CostPanel } from '../components/cost-panel.js';
import { TermDialog } from '../components/term-dialog.js';
import { TermList, TermListSkeleton } from '../components/term-list.js';
import './glossary-page.css';

/** Skipped lines named in the message after an import. */
const MAX_LINES_SHOWN = 10;

const matches = (term: GlossaryTerm, search: string): boolean =>
  [term.term, term.translation, term.note].some((text) => normaliseSearch(text).includes(search));

type Action = 'apply' | 'remove' | 'import' | 'export';
type Glossary = ReturnType<typeof useGlossary>;

/** Runs one action at a time and reports its failure. */
const useActions = () => {
  const { t: te } = useTranslation('errors');
  const [busy, setBusy] = useState<Action | null>(null);
  const run = async (action: Action, work: () => Promise<void>) => {
    setBusy(action);
    try {
      await work();
    } catch (error) {
      showMessage('alert', errorText(error, te), { about: action });
    }
    setBusy(null);
  };
  return { busy, run };
};

type Actions = ReturnType<typeof useActions>;

/** Offers to translate the pages again that were translated with an older glossary. */
const OutdatedNotice = ({
  pages,
  apply,
  actions: { busy, run },
}: {
  pages: number;
  apply: Glossary['apply'];
  actions: Actions;
}) => {
  const { t } = useTranslation('glossary');
  const { number } = useFormat();
  if (pages === 0) return null;
  const onApply = async () => {
    const applied = await apply();
    showMessage('success', t('applied', { pages: number(applied) }), { about: 'apply' });
  };
  return (
    <Notice
      tone="warning"
      live
      action={
        <Button look="main" busy={busy === 'apply'} onClick={() => void run('apply', onApply)}>
          {t('apply')}
        </Button>
      }
    >
      {t('outdated', { pages: number(pages) })}
    </Notice>
  );
};

/** Imports terms from a CSV file and reports skipped lines. */
const ImportButton = ({
  importFile,
  actions: { busy, run },
}: {
  importFile: Glossary['importFile'];
  actions: Actions;
}) => {
  const { t } = useTranslation('glossary');
  const { number } = useFormat();
  const picker = useRef<HTMLInputElement>(null);
  const onFile = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    event.target.value = '';
    if (!file) return;
    void run('import', async () => {
      const { imported, skipped_lines: skipped } = await importFile(file);
      const terms = number(imported);
      if (skipped.length === 0) {
        showMessage('success', t('imported', { terms }), { about: 'import' });
        return;
      }
      const lines = skipped.slice(0, MAX_LINES_SHOWN).map((line) => number(line));
      showMessage('warning', t('importedSome', { terms, lines: lines.join(t('listComma')) }));
    });
  };
  return (
    <>
      <Button icon="upload" busy={busy === 'import'} onClick={() => picker.current?.click()}>
        {t('import')}
      </Button>
      <input
        ref={picker}
        type="file"
        accept=".csv,text/csv"
        hidden
        aria-label={t('import')}
        onChange={onFile}
      />
    </>
  );
};

/** The terms that match a search, or why there are none. */
const TermSection = ({
  glossary: { glossary, error, retrying, retry },
  search,
  onEdit,
  onRemove,
}: {
  glossary: Glossary;
  search: string;
  onEdit: (term: GlossaryTerm) => void;
  onRemove: (term: GlossaryTerm) => void;
}) => {
  const { t } = useTranslation('glossary');
  if (!glossary) {
    return error ? (
      <LoadError title={t('loadFailed')} error={error} busy={retrying} look="main" onRetry={retry} />
    ) : (
      <Paper>
        <TermListSkeleton />
      </Paper>
    );
  }
  const normalised = normaliseSearch(search);
  const shown = glossary.terms.filter((term) => matches(term, normalised));
  if (shown.length === 0) {
    return (
      <EmptyState
        icon={normalised ? 'search' : 'translate'}
        title={t(normalised ? 'noneFound' : 'empty')}
        text={normalised ? undefined : t('emptyHint')}
      />
    );
  }
  return (
    <Paper>
      <TermList terms={shown} onEdit={onEdit} onRemove={onRemove} />
    </Paper>
  );
};

/** The search field and the buttons to export, import and add terms. */
const GlossaryTools = ({
  glossary,
  actions,
  search,
  onSearch,
  onAdd,
}: {
  glossary: Glossary;
  actions: Actions;
  search: string;
  onSearch: (search: string) => void;
  onAdd: () => void;
}) => {
  const { t } = useTranslation('glossary');
  const { glossary: loaded, exportFile, importFile } = glossary;
  return (
    <div className="glossary__tools">
      <SearchField label={t('search')} value={search} onChange={onSearch} />
      <span className="grow" />
      <Button
        icon="download"
        busy={actions.busy === 'export'}
        disabled={!loaded || loaded.terms.length === 0}
        onClick={() => void actions.run('export', async () => saveFile(await exportFile()))}
      >
        {t('export')}
      </Button>
      <ImportButton importFile={importFile} actions={actions} />
      <Button look="main" icon="add" onClick={onAdd}>
        {t('add')}
      </Button>
    </div>
  );
};

/** The glossary of a document, edited by its owner: each term with its one Persian translation. */
export const GlossaryPage = () => {
  const { t } = useTranslation('glossary');
  const { documentId = '' } = useParams();
  const glossary = useGlossary(documentId);
  const actions = useActions();
  const [search, setSearch] = useState('');
  const [editing, setEditing] = useState<GlossaryTerm | 'new' | null>(null);
  const [removing, setRemoving] = useState<GlossaryTerm | null>(null);
  const { glossary: loaded, save, remove, apply } = glossary;
  useTitle(t('title'));
  const removeTerm = async () => {
    if (removing) await remove(removing.id);
    setRemoving(null);
  };
  return (
    <section className="page glossary">
      <header className="glossary__head">
        <h1>{t('title')}</h1>
        <ButtonLink icon="read" to={`/d/${documentId}/`}>
          {t('toBook')}
        </ButtonLink>
      </header>
      <p className="soft">{t('intro')}</p>
      {loaded && !loaded.ready ? <Notice live>{t('looking')}</Notice> : null}
      <OutdatedNotice pages={loaded?.outdated_pages ?? 0} apply={apply} actions={actions} />
      <GlossaryTools
        glossary={glossary}
        actions={actions}
        search={search}
        onSearch={setSearch}
        onAdd={() => setEditing('new')}
      />
      <TermSection glossary={glossary} search={search} onEdit={setEditing} onRemove={setRemoving} />
      <CostPanel documentKey={documentId} />
      {editing ? (
        <TermDialog
          term={editing === 'new' ? null : editing}
          onSave={save}
          onClose={() => setEditing(null)}
        />
      ) : null}
      <ConfirmDialog
        open={removing !== null}
        danger
        busy={actions.busy === 'remove'}
        title={t('removeTitle')}
        text={t('removeText', { term: removing?.term ?? '' })}
        confirmLabel={t('remove')}
        onCancel={() => setRemoving(null)}
        onConfirm={() => void actions.run('remove', removeTerm)}
      />
    </section>
  );
};
