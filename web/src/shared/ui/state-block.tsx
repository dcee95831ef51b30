import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.js';
import './state-block.css';

export type StateBlockProps = {
  icon: IconName;
  title: string;
  text?: ReactNode;
  /** The button that solves it. */
  action?: ReactNode;
  /** It fills the screen, and its title is the h1. */
  whole?: boolean;
};

const Title = ({ whole, children }: { whole: boolean; children: string }) =>
  whole ? (
    <h1 className="state-block__title">{children}</h1>
  ) : (
    <p className="state-block__title">{children}</p>
  );

/** A list that is empty: one sentence, one button. */
export const EmptyState = ({ icon, title, text, action, whole = false }: StateBlockProps) => (
  <div className="state-block">
    <span className="state-block__picture">
      <Icon name={icon} size="l" />
    </span>
    <Title whole={whole}>{title}</Title>
    {text ? <p className="soft">{text}</p> : null}
    {action}
  </div>
);

/** A list that failed to load: the reason and a retry button. Announced at once. */
export const ErrorState = ({
  icon,
  title,
  text,
  action,
  whole = false,
}: Omit<StateBlockProps, 'icon'> & { icon?: IconName }) => (
  <div className="state-block state-block--bad" role="alert">
    <span className="state-block__picture">
      <Icon name={icon ?? 'error'} size="l" />
    </span>
    <Title whole={whole}>{title}</Title>
    {text ? <p className="soft">{text}</p> : null}
    {action}
  </div>
);
