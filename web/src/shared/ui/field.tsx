import { type ComponentProps, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from './icon.js';
import { IconButton } from './icon-button.js';
import { PasswordInput, TextArea, TextInput } from './prime-controls.js';
import './field.css';

type Frame = {
  label: string;
  hint?: ReactNode;
  /** What is wrong, in words; each entry on its own line. */
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

/** One line of text with its name above and its error below. */
export const TextField = ({ label, hint, errors, value, onChange, ...rest }: TextFieldProps) => {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} errors={errors}>
      <TextInput
        {...rest}
        // In a dialog PrimeReact takes the focus away from it, to the first button, unless it is marked so.
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

/** Several lines of text with their name above and their error below. */
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

/** A password, always left to right, with the button that shows it. */
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

/** One of a list; the platform's own list, which every phone and every reader knows. */
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
  /** Its name where no label stands beside it. */
  label?: string;
  disabled?: boolean;
};

/** The list alone, for toolbars. */
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

/** A rounded field to look for something, with the button that empties it. */
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
