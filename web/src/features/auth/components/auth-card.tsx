import type { FormEvent, ReactNode } from 'react';
import { useFocusWrong } from '../../../shared/lib/use-focus-wrong.js';
import { Paper } from '../../../shared/ui/paper.js';
import './auth-card.css';

/** The sheet on which a person comes in: what is asked, the form, and where else one may go. */
export const AuthCard = ({
  title,
  intro,
  onSubmit,
  children,
  foot,
  errors,
}: {
  title: string;
  intro?: ReactNode;
  onSubmit?: () => void;
  children: ReactNode;
  foot?: ReactNode;
  /** What the form was last refused for; a new one moves the focus to the first field that is wrong. */
  errors?: unknown;
}) => {
  const form = useFocusWrong(errors);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit?.();
  };
  return (
    <div className="auth">
      <Paper className="auth__card">
        <h1>{title}</h1>
        {intro ? <p className="soft">{intro}</p> : null}
        {onSubmit ? (
          <form ref={form} onSubmit={submit} noValidate>
            {children}
          </form>
        ) : (
          children
        )}
        {foot ? <div className="auth__foot">{foot}</div> : null}
      </Paper>
    </div>
  );
};
