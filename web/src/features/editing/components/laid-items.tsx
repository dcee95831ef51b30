import { versionOfEdit } from '@hamkhan/contracts/http/editing';
import { TARGET_LANGUAGE } from '@hamkhan/contracts/languages';
import type { PageFrame } from '../../../shared/lib/reader-slots.js';
import type { Laid } from '../hooks/use-desk.js';
import { textOf } from '../lib/editing-desk.js';
import { ItemsEditor } from './items-editor.js';

/** The items of a text that lies on the desk, shown and written as the page does. */
export const LaidItems = ({
  laid,
  frame: { document, page, show },
  sending,
}: {
  laid: Laid;
  frame: Omit<PageFrame, 'children'>;
  sending: boolean;
}) => {
  const { type } = laid.copy.place;
  const version = versionOfEdit(type);
  return (
    <ItemsEditor
      laid={laid}
      sources={version === 0 ? null : textOf(page, 'content')}
      lang={version === 0 ? document.language : TARGET_LANGUAGE}
      media={laid.copy.mode === 'suggest' ? null : { pageId: page.id }}
      sending={sending}
      show={(items) => show(items, version)}
      showSource={(items) => show(items, 0)}
    />
  );
};
