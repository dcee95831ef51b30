import { type ReactNode, useId } from 'react';
import { SwitchInput } from './prime-controls.js';
import './switch.css';

export type SwitchProps = {
  label: string;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

/** A switch with label and hint. */
export const Switch = ({ label, hint, checked, onChange }: SwitchProps) => {
  const id = useId();
  return (
    <div className="switch">
      <label className="switch__label" htmlFor={id}>
        {label}
      </label>
      <SwitchInput
        id={id}
        className="switch__input"
        checked={checked}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={onChange}
      />
      {hint ? (
        <p className="switch__hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  );
};
