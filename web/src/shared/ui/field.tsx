import { type ComponentProps, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from './icon.js';
import { IconButton } from './icon-button.js';
import { PasswordInput, TextArea, TextInput } from './prime-controls.js';
import './field.css';

type Frame = {
  label: string;
  hint?: ReactNode;
  /** Error texts, one per line. */
  errors?: readonly string[];
};

const FieldFrame = ({
  id,
  label,
  hint,
  errors = [],
  children,
}: Frame & { id: string; children: ReactNode }) => (
  <div className={`field${errors.length > 0 ? ' field--bad' : ''}`}>
    <label htmlFor={id}>{label}</label>
    {children}
    {hint && errors.length === 0 ? (
      <p className="field__hint" id={`${id}-hint`}>
        {hint}
      </p>
    ) : null}
    <div id={`${id}-errors`} aria-live="polite">
      {errors.map((text) => (
        <p key={text} className="field__error">
          <Icon name="error" size="s" />
          <span>{text}</span>
        </p>
      ))}
    </div>
  </div>
);

const described = (id: string, errors: readonly string[] | undefined, hint: ReactNode) =>
  errors && errors.length > 0 ? `${id}-errors` : hint ? `${id}-hint` : undefined;

type Input = Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'id'>;
export type TextFieldProps = Input & Frame & { value: string; onChange: (value: string) => void };

/** Text input with label above and errors below. */
export const TextField = ({ label, hint, errors, value, onChange, ...rest }: TextFieldProps) => {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} errors={errors}>
      <TextInput
        {...rest}
        // Without this mark a PrimeReact dialog moves the focus to its first button.
        data-pc-autofocus={rest.autoFocus}
        id={id}
        className="input"
        value={value}
        aria-invalid={errors && errors.length > 0 ? true : undefined}
        aria-describedby={described(id, errors, hint)}
        onChange={(event) => onChange(event.target.value)}
      />
    </FieldFrame>
  );
};

type Area = Omit<ComponentProps<'textarea'>, 'onChange' | 'value' | 'id'>;
export type TextAreaFieldProps = Area & Frame & { value: string; onChange: (value: string) => void };

/** Text area with label above and errors below. */
export const TextAreaField = ({ label, hint, errors, value, onChange, ...rest }: TextAreaFieldProps) => {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} errors={errors}>
      <TextArea
        {...rest}
        id={id}
        className="input input--area"
        value={value}
        aria-invalid={errors && errors.length > 0 ? true : undefined}
        aria-describedby={described(id, errors, hint)}
        onChange={(event) => onChange(event.target.value)}
      />
    </FieldFrame>
  );
};

export type PasswordFieldProps = Omit<TextFieldProps, 'ref' | 'type'>;

/** Password input, always left to right, with a button that shows it. */
export const PasswordField = ({ label, hint, errors, value, onChange, ...rest }: PasswordFieldProps) => {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} errors={errors}>
      <PasswordInput
        {...rest}
        id={id}
        className="input"
        dir="ltr"
        value={value}
        aria-invalid={errors && errors.length > 0 ? true : undefined}
        aria-describedby={described(id, errors, hint)}
        onChange={(event) => onChange(event.target.value)}
      />
    </FieldFrame>
  );
};

export type SelectFieldProps<T extends string> = Frame & {
  options: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
  disabled?: boolean;
};

/** Native select with label (ADR 0025 says why native). */
export const SelectField = <T extends string>({
  label,
  hint,
  errors,
  options,
  value,
  onChange,
  disabled,
}: SelectFieldProps<T>) => {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} errors={errors}>
      <Select id={id} options={options} value={value} onChange={onChange} disabled={disabled} />
    </FieldFrame>
  );
};

export type SelectProps<T extends string> = {
  options: readonly { value: T; label: string }[];
  value: T;
  onChange: (value: T) => void;
  id?: string;
  /** Accessible name where there is no visible label. */
  label?: string;
  disabled?: boolean;
};

/** The select without a frame, for toolbars. */
export const Select = <T extends string>({
  options,
  value,
  onChange,
  id,
  label,
  disabled,
}: SelectProps<T>) => (
  <span className="select">
    <select
      id={id}
      aria-label={label}
      value={value}
      disabled={disabled}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.target.value);
        if (chosen) onChange(chosen.value);
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
    <Icon name="down" size="s" />
  </span>
);

export type SearchFieldProps = Input & {
  label: string;
  value: string;
  onChange: (value: string) => void;
  icon?: IconName;
};

/** Search input with a clear button. */
export const SearchField = ({ label, value, onChange, icon = 'search', ...rest }: SearchFieldProps) => {
  const { t } = useTranslation();
  return (
    <div className="search-field" role="search">
      <Icon name={icon} />
      <TextInput
        {...rest}
        type="search"
        dir={value ? 'auto' : undefined}
        aria-label={label}
        placeholder={rest.placeholder ?? label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {value ? <IconButton icon="close" label={t('clear')} onClick={() => onChange('')} /> : null}
    </div>
  );
};
