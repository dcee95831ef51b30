import { type KeyboardEvent, useRef } from 'react';
import { Icon, type IconName } from './icon.js';
import './segmented.css';

export type SegmentedOption<T extends string> = {
  value: T;
  label: string;
  icon?: IconName;
  /** Shows the icon only; the label becomes its accessible name. */
  iconOnly?: boolean;
  disabled?: boolean;
};

export type SegmentedProps<T extends string> = {
  /** Accessible name of the group. */
  label: string;
  options: readonly SegmentedOption<T>[];
  value: T;
  onChange: (value: T) => void;
  className?: string;
};

/** Radio group as a segmented control. Arrow keys follow the visual direction; only the checked option is in the tab order. */
export const Segmented = <T extends string>({
  label,
  options,
  value,
  onChange,
  className,
}: SegmentedProps<T>) => {
  const root = useRef<HTMLDivElement>(null);

  const move = (event: KeyboardEvent) => {
    const element = root.current;
    if (!element) return;
    const rtl = getComputedStyle(element).direction === 'rtl';
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      ArrowRight: rtl ? -1 : 1,
      ArrowLeft: rtl ? 1 : -1,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const open = options.filter((option) => !option.disabled);
    const from = open.findIndex((option) => option.value === value);
    const next = open[(from + step + open.length) % open.length];
    if (!next) return;
    onChange(next.value);
    element.querySelector<HTMLElement>(`[data-value="${CSS.escape(next.value)}"]`)?.focus();
  };

  return (
    <div
      ref={root}
      role="radiogroup"
      aria-label={label}
      className={`segmented${className ? ` ${className}` : ''}`}
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="radio"
          data-value={option.value}
          aria-checked={option.value === value}
          aria-label={option.iconOnly ? option.label : undefined}
          title={option.iconOnly ? option.label : undefined}
          tabIndex={option.value === value ? 0 : -1}
          disabled={option.disabled}
          onKeyDown={move}
          onClick={() => onChange(option.value)}
        >
          {option.icon ? <Icon name={option.icon} /> : null}
          {option.iconOnly ? null : option.label}
        </button>
      ))}
    </div>
  );
};
