import type { ComponentProps } from 'react';
import { Icon, type IconName } from './icon.js';
import './icon-button.css';

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  icon: IconName;
  /** The name of what it does, spoken and shown as its hint. */
  label: string;
  pressed?: boolean;
  /** A short count over the picture, already formatted. */
  badge?: string;
};

/** A picture that does something; always with a name. */
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
