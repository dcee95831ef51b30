import { versionOfEdit } from '@hamkhan/contracts/http/editing';
import { TARGET_LANGUAGE } from '@hamkhan/contracts/languages';
import type { PageFrame } from '../../../shared/ui/reader-slots.js';
import type { EditedText } from '../hooks/use-edited-text.js';
import { itemsOfType } from '../lib/working-copy.js';
import { ItemsEditor } from './items-editor.js';

/** Edits the items of one text of a page, rendered as on the page. */
export const TextItemsEditor = ({
  edited,
  frame: { document, page, show },
  autoSave,
}: {
  edited: EditedText;
  frame: Omit<PageFrame, 'children'>;
  autoSave: boolean;
}) => {
  const { target, mode } = edited.copy;
  const version = versionOfEdit(target.type);
  return (
    <ItemsEditor
      edited={edited}
      sources={version === 0 ? null : itemsOfType(page, 'content')}
      lang={version === 0 ? document.language : TARGET_LANGUAGE}
      media={mode === 'suggest' ? null : { pageId: page.id }}
      autoSave={autoSave}
      show={(items) => show(items, version)}
      showSource={(items) => show(items, 0)}
    />
  );
};
