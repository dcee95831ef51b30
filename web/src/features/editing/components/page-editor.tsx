import { editOfVersion, type EditType } from '@hamkhan/contracts/http/editing';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageFrame } from '../../../shared/lib/reader-slots.js';
import { LoadError } from '../../../shared/ui/load-error.js';
import { usePageSuggestions } from '../api/suggestions.js';
import { useEditedText } from '../hooks/use-edited-text.js';
import { editableTypes } from '../lib/working-copy.js';
import { CopyNotices, CopyState } from './copy-state.js';
import { EditorSkeleton } from './editor-skeleton.js';
import { TextItemsEditor } from './text-items-editor.js';
import { TypeChoice } from './type-choice.js';
import './page-editor.css';

/** A page in edit mode; every change is saved at once. */
export const PageEditor = (frame: Omit<PageFrame, 'children'>) => {
  const { page, version, onPage } = frame;
  const { t } = useTranslation('editing');
  const types = editableTypes(page);
  const [chosen, setChosen] = useState<EditType>(editOfVersion(version));
  const type = types.includes(chosen) ? chosen : (types[0] ?? 'content');
  const { list, userId, error, retrying, retry } = usePageSuggestions(page.id);
  const edited = useEditedText(page, type, list, userId, onPage);
  return (
    <div className="page-editor">
      <div className="page-editor__head">
        <TypeChoice types={types} value={type} onChange={setChosen} />
        <span className="grow" />
        {edited ? <CopyState edited={edited} /> : null}
      </div>
      {edited ? (
        <>
          <p className="small soft">{t(`mode.hint.${edited.copy.mode}`)}</p>
          <CopyNotices edited={edited} />
          <TextItemsEditor key={edited.key} edited={edited} frame={frame} autoSave />
        </>
      ) : error ? (
        <LoadError title={t('loadFailed')} error={error} busy={retrying} onRetry={retry} />
      ) : (
        <EditorSkeleton />
      )}
    </div>
  );
};
