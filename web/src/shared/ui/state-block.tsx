import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.js';
import './state-block.css';

export type StateBlockProps = {
  icon: IconName;
  title: string;
  text?: ReactNode;
  /** The one button that helps. */
  action?: ReactNode;
  /** It is the whole screen, and its title the heading. */
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

/** A list that could not be had: the reason, and a way to try again. Announced at once. */
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
