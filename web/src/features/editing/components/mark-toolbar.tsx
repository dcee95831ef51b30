import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../../../shared/ui/icon.js';
import { insertLink, type Selected, toggleMark } from '../lib/inline-marks.js';
import { changeSelected, markFieldOf } from '../lib/mark-fields.js';
import './mark-toolbar.css';

type Mark = 'strong' | 'emphasis' | 'code' | 'link' | 'math';

const MARKS: readonly { mark: Mark; icon: IconName; key: string }[] = [
  { mark: 'strong', icon: 'bold', key: 'KeyB' },
  { mark: 'emphasis', icon: 'italic', key: 'KeyI' },
  { mark: 'code', icon: 'braces', key: 'KeyE' },
  { mark: 'link', icon: 'link', key: 'KeyK' },
  { mark: 'math', icon: 'formula', key: 'KeyM' },
];

const change =
  (mark: Mark) =>
  (selected: Selected): Selected =>
    mark === 'link' ? insertLink(selected) : toggleMark(selected, mark);

/** Fields of text with the marks that may stand in it (`ContentItem`): a small bar of buttons over them, and keys. */
export const MarkedFields = ({ tools, children }: { tools?: ReactNode; children: ReactNode }) => {
  const { t } = useTranslation('editing');
  const host = useRef<HTMLDivElement>(null);
  const last = useRef<Element | null>(null);
  const field = () => {
    const active = markFieldOf(document.activeElement);
    const inside = (element: Element | null) =>
      element !== null && host.current?.contains(element) === true ? markFieldOf(element) : null;
    return (
      inside(active) ??
      inside(last.current) ??
      markFieldOf(host.current?.querySelector('[data-marks]') ?? null)
    );
  };
  const apply = (mark: Mark) => {
    const element = field();
    if (element) changeSelected(element, change(mark));
  };
  const onKey = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    const found = MARKS.find(({ key }) => key === event.code);
    if (!found || !(event.target instanceof Element) || !markFieldOf(event.target)) return;
    event.preventDefault();
    apply(found.mark);
  };
  return (
    <div
      ref={host}
      className="marked-fields"
      onKeyDown={onKey}
      onFocus={(event) => {
        if (markFieldOf(event.target)) last.current = event.target;
      }}
    >
      <div className="mark-bar" role="group" aria-label={t('marks.label')}>
        {MARKS.map(({ mark, icon, key }) => (
          <button
            key={mark}
            type="button"
            className="mark-bar__button"
            aria-label={t(`marks.${mark}`)}
            title={`${t(`marks.${mark}`)} (Ctrl+${key.slice(3)})`}
            // The field keeps its selection.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => apply(mark)}
          >
            <Icon name={icon} />
          </button>
        ))}
        {tools ? <span className="mark-bar__more">{tools}</span> : null}
      </div>
      {children}
    </div>
  );
};
