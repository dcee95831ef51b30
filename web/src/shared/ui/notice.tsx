import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.js';
import './notice.css';

export type NoticeTone = 'info' | 'success' | 'warning' | 'alert';

const ICONS: Record<NoticeTone, IconName> = {
  info: 'info',
  success: 'check',
  warning: 'warning',
  alert: 'error',
};

/** An inline message. */
export const Notice = ({
  tone = 'info',
  icon,
  children,
  action,
  live = false,
}: {
  tone?: NoticeTone;
  icon?: IconName;
  children: ReactNode;
  action?: ReactNode;
  /** Announce it when it appears. */
  live?: boolean;
}) => (
  <div className={`notice notice--${tone}`} role={live ? (tone === 'alert' ? 'alert' : 'status') : undefined}>
    <Icon name={icon ?? ICONS[tone]} />
    <div className="grow">{children}</div>
    {action}
  </div>
);
