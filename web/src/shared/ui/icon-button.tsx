import type { ComponentProps } from 'react';
import { Icon, type IconName } from './icon.js';
import './icon-button.css';

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  icon: IconName;
  /** Accessible name and tooltip. */
  label: string;
  pressed?: boolean;
  /** Short count on the icon, already formatted. */
  badge?: string;
};

/** An icon as a button, always with an accessible name. */
export const IconButton = ({
  icon,
  label,
  pressed,
  badge,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) => (
  <button
    title={label}
    {...rest}
    type={type}
    className={`icon-btn${className ? ` ${className}` : ''}`}
    aria-label={label}
    aria-pressed={pressed}
  >
    <Icon name={icon} />
    {badge ? <span className="icon-btn__badge">{badge}</span> : null}
  </button>
);
