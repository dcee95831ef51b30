import type { FormEvent, ReactNode } from 'react';
import { useFocusWrong } from '../../../shared/lib/use-focus-wrong.js';
import { Paper } from '../../../shared/ui/paper.js';
import './auth-card.css';

/** The frame of the sign-in, registration and password screens: title, introduction, form and links to related screens. */
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
  /** The errors of the last submit; new ones move the focus to the first invalid field. */
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
