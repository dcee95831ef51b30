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
import { showMessage } from '../../../shared/ui/messages.js';
import { Notice } from '../../../shared/ui/notice.js';
import { Paper } from '../../../shared/ui/paper.js';
import { EmptyState, ErrorState } from '../../../shared/ui/state-block.js';
import { useGlossary } from '../api/use-glossary.js';
import { CostPanel } from '../components/cost-panel.js';
import { TermDialog } from '../components/term-dialog.js';
import { TermList, TermListSkeleton } from '../components/term-list.js';
import './glossary-page.css';

const matches = (term: GlossaryTerm, wanted: string): boolean =>
  [term.term, term.translation, term.note].some((text) => normaliseSearch(text).includes(wanted));

/** The terms of a book, each with its one Persian form, in the hands of its owner. */
export const GlossaryPage = () => {
  const { t } = useTranslation('glossary');
  const { t: tc } = useTranslation();
  const { t: te } = useTranslation('errors');
  const { number } = useFormat();
  const { documentId = '' } = useParams();
  const { glossary, error, retrying, retry, save, remove, importFile, exportFile, apply } =
    useGlossary(documentId);
  const picker = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState('');
  const [editing, setEditing] = useState<GlossaryTerm | 'new' | null>(null);
  const [removing, setRemoving] = useState<GlossaryTerm | null>(null);
  const [busy, setBusy] = useState<'apply' | 'remove' | 'import' | 'export' | null>(null);
  useTitle(t('title'));

  const wanted = normaliseSearch(search);
  const shown = (glossary?.terms ?? []).filter((term) => matches(term, wanted));
  const outdated = glossary?.outdated_pages ?? 0;

  const run = async (what: NonNullable<typeof busy>, work: () => Promise<void>) => {
    setBusy(what);
    try {
      await work();
    } catch (failure) {
      showMessage('alert', errorText(failure, te), { about: what });
    }
    setBusy(null);
  };
  const takeFile = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    event.target.value = '';
    if (!file) return;
    void run('import', async () => {
      const { imported, skipped_lines: skipped } = await importFile(file);
      const lines = skipped.slice(0, 10).map((line) => number(line));
      if (skipped.length === 0)
        showMessage('success', t('imported', { terms: number(imported) }), { about: 'import' });
      else
        showMessage(
          'warning',
          t('importedSome', { terms: number(imported), lines: lines.join(t('listComma')) }),
        );
    });
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
      {glossary && !glossary.ready ? <Notice live>{t('looking')}</Notice> : null}
      {outdated > 0 ? (
        <Notice
          tone="warning"
          live
          action={
            <Button
              look="main"
              busy={busy === 'apply'}
              onClick={() =>
                void run('apply', async () => {
                  const pages = await apply();
                  showMessage('success', t('applied', { pages: number(pages) }), { about: 'apply' });
                })
              }
            >
              {t('apply')}
            </Button>
          }
        >
          {t('outdated', { pages: number(outdated) })}
        </Notice>
      ) : null}
      <div className="glossary__tools">
        <SearchField label={t('search')} value={search} onChange={setSearch} />
        <span className="grow" />
        <Button
          icon="download"
          busy={busy === 'export'}
          disabled={!glossary || glossary.terms.length === 0}
          onClick={() => void run('export', async () => saveFile(await exportFile()))}
        >
          {t('export')}
        </Button>
        <Button icon="upload" busy={busy === 'import'} onClick={() => picker.current?.click()}>
          {t('import')}
        </Button>
        <input
          ref={picker}
          type="file"
          accept=".csv,text/csv"
          hidden
          aria-label={t('import')}
          onChange={takeFile}
        />
        <Button look="main" icon="add" onClick={() => setEditing('new')}>
          {t('add')}
        </Button>
      </div>
      {error && !glossary ? (
        <ErrorState
          title={t('loadFailed')}
          text={errorText(error, te)}
          action={
            <Button look="main" icon="refresh" busy={retrying} onClick={retry}>
              {tc('retry')}
            </Button>
          }
        />
      ) : glossary && shown.length === 0 ? (
        <EmptyState
          icon={wanted ? 'search' : 'translate'}
          title={t(wanted ? 'noneFound' : 'empty')}
          text={wanted ? undefined : t('emptyHint')}
        />
      ) : (
        <Paper>
          {glossary ? (
            <TermList terms={shown} onEdit={setEditing} onRemove={setRemoving} />
          ) : (
            <TermListSkeleton />
          )}
        </Paper>
      )}
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
        busy={busy === 'remove'}
        title={t('removeTitle')}
        text={t('removeText', { term: removing?.term ?? '' })}
        confirmLabel={t('remove')}
        onCancel={() => setRemoving(null)}
        onConfirm={() =>
          void run('remove', async () => {
            if (removing) await remove(removing.id);
            setRemoving(null);
          })
        }
      />
    </section>
  );
};
