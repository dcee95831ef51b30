import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.js';
import './state-block.css';

export type StateBlockProps = {
  icon: IconName;
  title: string;
  text?: ReactNode;
  /** The one button that helps. */
  action?: ReactNode;
};

/** A list that is empty: one sentence, one button. */
export const EmptyState = ({ icon, title, text, action }: StateBlockProps) => (
  <div className="state-block">
    <span className="state-block__picture">
      <Icon name={icon} size="l" />
    </span>
    <p className="state-block__title">{title}</p>
    {text ? <p className="soft">{text}</p> : null}
    {action}
  </div>
);

/** A list that could not be had: the reason, and a way to try again. Announced at once. */
export const ErrorState = ({
  icon,
  title,
  text,
  action,
}: Omit<StateBlockProps, 'icon'> & { icon?: IconName }) => (
  <div className="state-block state-block--bad" role="alert">
    <span className="state-block__picture">
      <Icon name={icon ?? 'error'} size="l" />
    </span>
    <p className="state-block__title">{title}</p>
    {text ? <p className="soft">{text}</p> : null}
    {action}
  </div>
);
