import { type ComponentProps, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './icon-button.js';

/**
 * The browser's own elements for controls that a first screen shows before the code of PrimeReact is there. Each has the markup and the
 * classes of its counterpart in `prime.tsx`.
 */
export type TextInputProps = ComponentProps<'input'>;
export const NativeTextInput = (props: TextInputProps) => <input {...props} />;

export type TextAreaProps = ComponentProps<'textarea'>;
export const NativeTextArea = (props: TextAreaProps) => <textarea {...props} />;

export type PasswordProps = Omit<ComponentProps<'input'>, 'type' | 'ref' | 'value'> & { value: string };
export const NativePassword = (props: PasswordProps) => {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <div className="input-group">
      <input {...props} type={shown ? 'text' : 'password'} />
      <IconButton
        icon={shown ? 'eye-off' : 'eye'}
        label={t(shown ? 'hidePassword' : 'showPassword')}
        onClick={() => setShown(!shown)}
      />
    </div>
  );
};

export type CheckboxProps = {
  id?: string;
  className?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  'aria-describedby'?: string;
};
export const NativeCheckbox = ({ onChange, ...rest }: CheckboxProps) => (
  <input {...rest} type="checkbox" onChange={(event) => onChange(event.target.checked)} />
);
export const NativeSwitch = ({ onChange, ...rest }: CheckboxProps) => (
  <input
    {...rest}
    type="checkbox"
    role="switch"
    aria-checked={rest.checked}
    onChange={(event) => onChange(event.target.checked)}
  />
);

export type RadioProps = { name: string; value: string; checked: boolean; onChange: () => void };
export const NativeRadio = (props: RadioProps) => <input {...props} type="radio" />;

/** A bar; `share` of it is full, 0 to 1. */
export type ProgressProps = { share: number; 'aria-label': string };
export const NativeProgress = ({ share, ...rest }: ProgressProps) => (
  <div
    {...rest}
    role="progressbar"
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={Math.round(share * 100)}
  >
    <div className="meter__value" style={{ width: `${share * 100}%` }} />
  </div>
);

export type SkeletonProps = { width: string; height: string; 'data-round': string };
export const NativeSkeleton = ({ width, height, ...rest }: SkeletonProps) => (
  <div {...rest} className="skeleton" style={{ width, height }} aria-hidden="true" />
);

export type TagProps = { className: string; children: ReactNode };
export const NativeTag = ({ className, children }: TagProps) => (
  <span className={className}>
    <span className="chip__text">{children}</span>
  </span>
);
