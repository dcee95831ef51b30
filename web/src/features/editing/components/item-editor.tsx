import type { ContentItem } from '@hamkhan/contracts/content';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isShortcut } from '../../../shared/lib/reader-shortcuts.js';
import { Button } from '../../../shared/ui/button.js';
import { Chip } from '../../../shared/ui/chip.js';
import { Select } from '../../../shared/ui/field.js';
import { type EditableType, OFFERED_TYPES, type TableSample, withType } from '../lib/item-defaults.js';
import { CodeEditor } from './code-editor.js';
import { FigureEditor } from './figure-editor.js';
import { ListEditor } from './list-editor.js';
import { MathEditor } from './math-editor.js';
import { TableEditor } from './table-editor.js';
import { TextEditor } from './text-editor.js';
import './edit-parts.css';

export type ItemEditorProps = {
  item: ContentItem;
  unsaved: boolean;
  isNew: boolean;
  /** What the original says in this place, where a translation is edited. */
  source: ReactNode;
  lang: string;
  sample: TableSample;
  media: { pageId: string } | null;
  show: (item: ContentItem) => ReactNode;
  onChange: (item: ContentItem) => void;
  onSave: () => void;
  onCancel: () => void;
};

/** A type beyond those that are offered stays what it is until another is chosen. */
const offeredFor = (item: ContentItem): readonly (EditableType | 'caption' | 'abandon')[] =>
  item.type === 'caption' || item.type === 'abandon' ? [item.type, ...OFFERED_TYPES] : OFFERED_TYPES;

/** One item with the editor of its type. Ctrl+Enter saves, Escape cancels where nothing was changed. */
export const ItemEditor = ({
  item,
  unsaved,
  isNew,
  source,
  lang,
  sample,
  media,
  show,
  onChange,
  onSave,
  onCancel,
}: ItemEditorProps) => {
  const { t } = useTranslation('editing');
  const { t: tc } = useTranslation();
  const host = useRef<HTMLElement>(null);

  useEffect(() => {
    const first = ['textarea', 'input', 'button, select']
      .map((fields) => host.current?.querySelector<HTMLElement>(fields))
      .find((found) => found);
    first?.focus({ preventScroll: true });
    host.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);

  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    if (isShortcut(event, 'save')) {
      event.preventDefault();
      onSave();
    } else if (event.key === 'Escape') {
      // Not what is around it either: a dialog would close over what was typed.
      event.stopPropagation();
      if (!unsaved) onCancel();
    }
  };
  const props = { onChange, lang, show };
  const editor = () => {
    switch (item.type) {
      case 'list':
        return <ListEditor item={item} {...props} />;
      case 'table':
        return <TableEditor item={item} {...props} />;
      case 'code':
        return <CodeEditor item={item} {...props} />;
      case 'math':
        return <MathEditor item={item} {...props} />;
      case 'figure':
        return <FigureEditor item={item} {...props} media={media} />;
      case 'text':
      case 'heading':
      case 'figure_caption':
      case 'table_caption':
      case 'math_caption':
      case 'caption':
      case 'abandon':
        return <TextEditor item={item} {...props} />;
    }
  };
  return (
    <section
      ref={host}
      className="item-editor"
      aria-label={t('editor.of', { type: t(`types.${item.type}`) })}
      onKeyDown={onKey}
    >
      <div className="item-editor__head">
        <Select
          label={t('editor.type')}
          value={item.type}
          options={offeredFor(item).map((type) => ({ value: type, label: t(`types.${type}`) }))}
          onChange={(type) => {
            if (type !== 'caption' && type !== 'abandon' && type !== item.type)
              onChange(withType(item, type, sample));
          }}
        />
        <span className="grow" />
        <span role="status">{unsaved ? <Chip tone="wait">{t('editor.unsaved')}</Chip> : null}</span>
      </div>
      {source ? (
        <details className="item-editor__source" open={item.type !== 'figure'}>
          <summary>{t('editor.source')}</summary>
          {source}
        </details>
      ) : null}
      {/* Another type is another editor, with a state of its own. */}
      <div key={item.type} className="item-editor__body">
        {editor()}
      </div>
      <div className="item-editor__foot">
        <span className="small faint item-editor__keys">{t('editor.keys')}</span>
        <Button onClick={onCancel}>{tc('cancel')}</Button>
        <Button look="main" icon="check" disabled={!unsaved && !isNew} onClick={onSave}>
          {t('editor.save')}
        </Button>
      </div>
    </section>
  );
};
