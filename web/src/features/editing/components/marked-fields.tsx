import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isShortcut, SHORTCUTS } from '../../../shared/lib/reader-shortcuts.js';
import { Icon, type IconName } from '../../../shared/ui/icon.js';
import { insertLink, type Selection, toggleMark } from '../lib/inline-marks.js';
import { changeSelection, markFieldOf } from '../lib/mark-fields.js';
import './marked-fields.css';

type Mark = 'strong' | 'emphasis' | 'code' | 'link' | 'math';

const MARKS: readonly { mark: Mark; icon: IconName }[] = [
  { mark: 'strong', icon: 'bold' },
  { mark: 'emphasis', icon: 'italic' },
  { mark: 'code', icon: 'braces' },
  { mark: 'link', icon: 'link' },
  { mark: 'math', icon: 'formula' },
];

const change =
  (mark: Mark) =>
  (selected: Selection): Selection =>
    mark === 'link' ? insertLink(selected) : toggleMark(selected, mark);

/** Text fields with a toolbar and shortcuts for inline marks (bold, italic, code, link, formula). */
export const MarkedFields = ({ tools, children }: { tools?: ReactNode; children: ReactNode }) => {
  const { t } = useTranslation('editing');
  const host = useRef<HTMLDivElement>(null);
  const lastField = useRef<Element | null>(null);
  const field = () => {
    const active = markFieldOf(document.activeElement);
    const inside = (element: Element | null) =>
      element !== null && host.current?.contains(element) === true ? markFieldOf(element) : null;
    return (
      inside(active) ??
      inside(lastField.current) ??
      markFieldOf(host.current?.querySelector('[data-marks]') ?? null)
    );
  };
  const apply = (mark: Mark) => {
    const element = field();
    if (element) changeSelection(element, change(mark));
  };
  const onKey = (event: KeyboardEvent) => {
    const found = MARKS.find(({ mark }) => isShortcut(event, mark));
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
        if (markFieldOf(event.target)) lastField.current = event.target;
      }}
    >
      <div className="mark-bar" role="group" aria-label={t('marks.label')}>
        {MARKS.map(({ mark, icon }) => (
          <button
            key={mark}
            type="button"
            className="mark-bar__button"
            aria-label={t(`marks.${mark}`)}
            title={`${t(`marks.${mark}`)} (${SHORTCUTS[mark].shown.join()})`}
            // Keeps the selection of the field.
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
