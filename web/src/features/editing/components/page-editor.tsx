import { editOfVersion, type EditType } from '@hamkhan/contracts/http/editing';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../shared/i18n/error-text.js';
import type { PageFrame } from '../../../shared/lib/reader-slots.js';
import { Button } from '../../../shared/ui/button.js';
import { ErrorState } from '../../../shared/ui/state-block.js';
import { usePageSuggestions } from '../api/suggestions.js';
import { useLaidText } from '../hooks/use-desk.js';
import { editableTypes } from '../lib/editing-desk.js';
import { CopyNotices, CopyState } from './copy-state.js';
import { EditorSkeleton } from './editor-skeleton.js';
import { LaidItems } from './laid-items.js';
import { TypeChoice } from './type-choice.js';
import './page-editor.css';

/** A page in edit mode: its items with their tools; every change is saved at once. */
export const PageEditor = (frame: Omit<PageFrame, 'children'>) => {
  const { page, version, onPage } = frame;
  const { t } = useTranslation('editing');
  const { t: tc } = useTranslation();
  const { t: te } = useTranslation('errors');
  const types = editableTypes(page);
  const [chosen, setChosen] = useState<EditType>(editOfVersion(version));
  const type = types.includes(chosen) ? chosen : (types[0] ?? 'content');
  const { list, userId, error, retrying, retry } = usePageSuggestions(page.id);
  const laid = useLaidText(page, type, list, userId, onPage);
  return (
    <div className="page-editor">
      <div className="page-editor__head">
        <TypeChoice types={types} value={type} onChange={setChosen} />
        <span className="grow" />
        {laid ? <CopyState laid={laid} /> : null}
      </div>
      {laid ? (
        <>
          <p className="small soft">{t(`mode.hint.${laid.copy.mode}`)}</p>
          <CopyNotices laid={laid} />
          <LaidItems key={laid.id} laid={laid} frame={frame} sending />
        </>
      ) : error ? (
        <ErrorState
          title={t('loadFailed')}
          text={errorText(error, te)}
          action={
            <Button icon="refresh" busy={retrying} onClick={retry}>
              {tc('retry')}
            </Button>
          }
        />
      ) : (
        <EditorSkeleton />
      )}
    </div>
  );
};
