import type { ContentItem } from '@hamkhan/contracts/content';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
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
  /** The original of this item, when a translation is edited. */
  source: ReactNode;
  lang: string;
  sample: TableSample;
  media: { pageId: string } | null;
  show: (item: ContentItem) => ReactNode;
  onChange: (item: ContentItem) => void;
  onSave: () => void;
  onCancel: () => void;
};

/** The types to choose from; an item of another type keeps it until one of them is chosen. */
const offeredFor = (item: ContentItem): readonly (EditableType | 'caption' | 'abandon')[] =>
  item.type === 'caption' || item.type === 'abandon' ? [item.type, ...OFFERED_TYPES] : OFFERED_TYPES;

/** The editor of an item's type. */
const TypeEditor = ({
  item,
  media,
  ...props
}: Pick<ItemEditorProps, 'item' | 'media' | 'onChange' | 'lang' | 'show'>) => {
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

const ItemEditorHead = ({
  item,
  unsaved,
  sample,
  onChange,
}: Pick<ItemEditorProps, 'item' | 'unsaved' | 'sample' | 'onChange'>) => {
  const { t } = useTranslation('editing');
  return (
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
  );
};

/** Focuses the first field of the editor when it opens. */
const useFocusOnOpen = (host: RefObject<HTMLElement | null>): void =>
  useEffect(() => {
    const first = ['textarea', 'input', 'button, select']
      .map((fields) => host.current?.querySelector<HTMLElement>(fields))
      .find((found) => found);
    first?.focus({ preventScroll: true });
    host.current?.scrollIntoView?.({ block: 'nearest' });
  }, [host]);

/** One item with the editor of its type. Ctrl+Enter saves; Escape cancels when nothing was changed. */
export const ItemEditor = (props: ItemEditorProps) => {
  const { item, unsaved, isNew, source, sample, onChange, onSave, onCancel, ...rest } = props;
  const { t } = useTranslation('editing');
  const { t: tc } = useTranslation();
  const host = useRef<HTMLElement>(null);
  useFocusOnOpen(host);
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    if (isShortcut(event, 'save')) {
      event.preventDefault();
      onSave();
    } else if (event.key === 'Escape') {
      // A surrounding dialog must not close and lose the text.
      event.stopPropagation();
      if (!unsaved) onCancel();
    }
  };
  return (
    <section
      ref={host}
      className="item-editor"
      aria-label={t('editor.of', { type: t(`types.${item.type}`) })}
      onKeyDown={onKey}
    >
      <ItemEditorHead item={item} unsaved={unsaved} sample={sample} onChange={onChange} />
      {source ? (
        <details className="item-editor__source" open={item.type !== 'figure'}>
          <summary>{t('editor.source')}</summary>
          {source}
        </details>
      ) : null}
      {/* Each type has its own editor with its own state. */}
      <div key={item.type} className="item-editor__body">
        <TypeEditor item={item} onChange={onChange} {...rest} />
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
