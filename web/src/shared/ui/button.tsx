import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { Icon, type IconName } from './icon.js';
import { Spinner } from './spinner.js';
import './button.css';

export type ButtonLook = 'main' | 'quiet' | 'plain' | 'danger';

type Common = { look?: ButtonLook; icon?: IconName; size?: 's' | 'm' };

const classOf = (look: ButtonLook, size: 's' | 'm', extra?: string) =>
  `btn btn--${look}${size === 's' ? ' btn--small' : ''}${extra ? ` ${extra}` : ''}`;

export type ButtonProps = ComponentProps<'button'> & Common & { busy?: boolean };

/** A text button. `busy` keeps its width, sets aria-busy and ignores further presses. */
export const Button = ({
  look = 'quiet',
  size = 'm',
  icon,
  busy = false,
  className,
  children,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps) => (
  <button
    {...rest}
    type={type}
    className={classOf(look, size, className)}
    disabled={disabled || busy}
    aria-busy={busy || undefined}
  >
    {busy ? <Spinner size="s" /> : icon ? <Icon name={icon} /> : null}
    {children}
  </button>
);

export type ButtonLinkProps = ComponentProps<typeof Link> & Common;

/** A link that looks like a button. */
export const ButtonLink = ({
  look = 'quiet',
  size = 'm',
  icon,
  className,
  children,
  ...rest
}: ButtonLinkProps) => (
  <Link {...rest} className={classOf(look, size, className)}>
    {icon ? <Icon name={icon} /> : null}
    {children}
  </Link>
);
