import type { ReactNode } from 'react';
import { Icon } from './icon.js';
import { Tag } from './prime-controls.js';
import './chip.css';

export type ChipTone = 'plain' | 'ok' | 'run' | 'wait' | 'bad' | 'again';

/** A state in words; the colour repeats what the words say. */
export const Chip = ({ tone = 'plain', children }: { tone?: ChipTone; children: ReactNode }) => (
  <Tag className={`chip chip--${tone}`}>{children}</Tag>
);

/** A filter in force, with the button that takes it away. */
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

/** One of several choices that may all be on. */
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
