import type { ReactNode } from 'react';
import { Icon } from './icon.js';
import { Tag } from './prime-controls.js';
import './chip.css';

export type ChipTone = 'plain' | 'ok' | 'run' | 'wait' | 'bad' | 'again';

/** A state label; the colour repeats its text. */
export const Chip = ({ tone = 'plain', children }: { tone?: ChipTone; children: ReactNode }) => (
  <Tag className={`chip chip--${tone}`}>{children}</Tag>
);

/** An active filter or tag with a remove button. */
export const RemovableChip = ({
  children,
  removeLabel,
  onRemove,
}: {
  children: ReactNode;
  removeLabel: string;
  onRemove: () => void;
}) => (
  <span className="chip chip--removable">
    {children}
    <button type="button" aria-label={removeLabel} title={removeLabel} onClick={onRemove}>
      <Icon name="close" size="s" />
    </button>
  </span>
);

/** A toggle button; several can be pressed at once. */
export const ToggleChip = ({
  children,
  pressed,
  disabled,
  onToggle,
}: {
  children: ReactNode;
  pressed: boolean;
  disabled?: boolean;
  onToggle: () => void;
}) => (
  <button
    type="button"
    className="chip chip--toggle"
    aria-pressed={pressed}
    disabled={disabled}
    onClick={onToggle}
  >
    {children}
  </button>
);
