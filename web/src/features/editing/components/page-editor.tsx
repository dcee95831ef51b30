import { editOfVersion, type EditType } from '@hamkhan/contracts/http/editing';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PageFrame } from '../../../shared/ui/reader-slots.js';
import { LoadError } from '../../../shared/ui/load-error.js';
import { usePageSuggestions } from '../api/suggestions.js';
import { useEditedText } from '../hooks/use-edited-text.js';
import { editableTypes } from '../lib/working-copy.js';
import { CopyNotices, CopyState } from './copy-state.js';
import { EditorSkeleton } from './editor-skeleton.js';
import { TextItemsEditor } from './text-items-editor.js';
import { TypeChoice } from './type-choice.js';
import './page-editor.css';

/**
 * The text of the page to edit: the one that is read, until the user chooses another. When a translation arrives, the editor
 * goes on to it only if nothing was edited.
 */
const useChosenText = (frame: Omit<PageFrame, 'children'>) => {
  const { page, version, onPage } = frame;
  const types = editableTypes(page);
  const [readVersion, setReadVersion] = useState(version);
  const [chosen, setChosen] = useState<EditType>(editOfVersion(version));
  const type = types.includes(chosen) ? chosen : (types[0] ?? 'content');
  const { list, userId, ...loading } = usePageSuggestions(page.id);
  const edited = useEditedText(page, type, list, userId, onPage);
  if (version !== readVersion) {
    setReadVersion(version);
    if (!edited?.open && !edited?.copy.undoStack.length) setChosen(editOfVersion(version));
  }
  return { types, type, setType: setChosen, loading, edited };
};

/** A page in edit mode; every change is saved at once. */
export const PageEditor = (frame: Omit<PageFrame, 'children'>) => {
  const { t } = useTranslation('editing');
  const {
    types,
    type,
    setType,
    loading: { error, retrying, retry },
    edited,
  } = useChosenText(frame);
  return (
    <div className="page-editor">
      <div className="page-editor__head">
        <TypeChoice types={types} value={type} onChange={setType} />
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
