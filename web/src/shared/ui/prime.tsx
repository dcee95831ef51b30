import { PrimeReactContext, PrimeReactProvider } from 'primereact/api';
import { Checkbox } from 'primereact/checkbox';
import { Dialog, type DialogProps } from 'primereact/dialog';
import { InputSwitch } from 'primereact/inputswitch';
import { InputText } from 'primereact/inputtext';
import { InputTextarea } from 'primereact/inputtextarea';
import { Menu, type MenuProps } from 'primereact/menu';
import { Password } from 'primereact/password';
import { ProgressBar } from 'primereact/progressbar';
import { RadioButton } from 'primereact/radiobutton';
import { Skeleton } from 'primereact/skeleton';
import { Tag } from 'primereact/tag';
import type { MouseEventHandler, ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './icon-button.js';
import type {
  CheckboxProps,
  PasswordProps,
  ProgressProps,
  RadioProps,
  SkeletonProps,
  TagProps,
  TextAreaProps,
  TextInputProps,
} from './native-controls.js';

/**
 * PrimeReact without its looks. Even so it writes a base style sheet into the page, which a strict content policy refuses; given a
 * container outside the document, it writes it there, without effect.
 */
const UNSTYLED = { unstyled: true, styleContainer: document.createElement('div'), ripple: false };

export const PrimeDialog = (props: DialogProps) => (
  <PrimeReactProvider value={UNSTYLED}>
    <Dialog {...props} />
  </PrimeReactProvider>
);

export const PrimeMenu = ({ ref, ...props }: MenuProps & { ref: Ref<Menu> }) => (
  <PrimeReactProvider value={UNSTYLED}>
    <Menu ref={ref} {...props} />
  </PrimeReactProvider>
);

/** Controls only read the settings: a constant context does, without the state of the provider. */
const Unstyled = ({ children }: { children: ReactNode }) => (
  <PrimeReactContext value={UNSTYLED}>{children}</PrimeReactContext>
);

export const PrimeTextInput = ({ ref, ...props }: TextInputProps) => (
  <Unstyled>
    <InputText ref={ref} {...(props as object)} />
  </Unstyled>
);

export const PrimeTextArea = ({ ref, ...props }: TextAreaProps) => (
  <Unstyled>
    <InputTextarea ref={ref} {...(props as object)} />
  </Unstyled>
);

/** Its own eye is a picture with the role of a switch and 14 px wide; ours is a button of full size in its place. */
export const PrimePassword = ({ id, className, ...props }: PasswordProps) => {
  const { t } = useTranslation();
  const button = (icon: 'eye' | 'eye-off', label: string) => (options: { iconProps: object }) => (
    <IconButton
      icon={icon}
      label={label}
      onClick={(options.iconProps as { onClick: MouseEventHandler }).onClick}
    />
  );
  return (
    <Unstyled>
      <Password
        {...props}
        inputId={id}
        inputClassName={className}
        feedback={false}
        toggleMask
        showIcon={button('eye', t('showPassword')) as never}
        hideIcon={button('eye-off', t('hidePassword')) as never}
        pt={
          {
            root: { className: 'input-group' },
            iconField: { root: { className: 'input-group__part' } },
            // Missing from the types of PrimeReact.
            inputIcon: { root: { className: 'input-group__part' } },
          } as object
        }
      />
    </Unstyled>
  );
};

/** Only the input of these three is shown: it is a real checkbox or radio, drawn by our styles or the browser. */
const INPUT_ALONE = { root: { className: 'input-alone' }, box: { hidden: true } };

export const PrimeCheckbox = ({ id, className, checked, onChange, ...aria }: CheckboxProps) => (
  <Unstyled>
    <Checkbox
      {...aria}
      inputId={id}
      checked={checked}
      onChange={(event) => onChange(event.checked === true)}
      pt={{ ...INPUT_ALONE, input: { className } }}
    />
  </Unstyled>
);

/** RadioButton keeps `value` to itself; the input needs it too, as every radio of a group has its own. */
export const PrimeRadio = ({ name, value, checked, onChange }: RadioProps) => (
  <Unstyled>
    <RadioButton
      name={name}
      value={value}
      checked={checked}
      onChange={onChange}
      pt={{ ...INPUT_ALONE, input: { value } }}
    />
  </Unstyled>
);

/** Its root has the role of a checkbox around the real one, which axe refuses as nested controls: the role is taken away. */
export const PrimeSwitch = ({ id, className, checked, onChange, ...aria }: CheckboxProps) => (
  <Unstyled>
    <InputSwitch
      inputId={id}
      checked={checked}
      onChange={(event) => onChange(event.value)}
      pt={{
        root: { className: 'input-alone', role: 'presentation', 'aria-checked': undefined },
        input: { className, ...aria },
        slider: { hidden: true },
      }}
    />
  </Unstyled>
);

export const PrimeProgressBar = ({ share, ...aria }: ProgressProps) => (
  <Unstyled>
    <ProgressBar
      {...aria}
      value={Math.round(share * 100)}
      showValue={false}
      pt={{ value: { className: 'meter__value', style: { width: `${share * 100}%` } } }}
    />
  </Unstyled>
);

export const PrimeSkeleton = (props: SkeletonProps) => (
  <Unstyled>
    <Skeleton {...props} className="skeleton" borderRadius="" />
  </Unstyled>
);

export const PrimeTag = ({ className, children }: TagProps) => (
  <Unstyled>
    <Tag className={className} value={children} pt={{ value: { className: 'chip__text' } }} />
  </Unstyled>
);
