import type { Menu as PrimeMenuHandle } from 'primereact/menu';
import type { MenuItem } from 'primereact/menuitem';
import {
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { ChipTone } from './chip.js';
import { Icon, type IconName } from './icon.js';
import { PrimeMenu } from './prime-controls.js';
import './menu.css';

export type MenuEntry =
  | { kind: 'separator' }
  | {
      kind?: 'item';
      label: string;
      icon?: IconName;
      onSelect: () => void;
      danger?: boolean;
      disabled?: boolean;
      /** Marks the current choice. */
      checked?: boolean;
      /** For an entry that shows a state: the colour of its icon, which repeats its label. */
      tone?: ChipTone;
    };

export type MenuTriggerProps = {
  onClick: (event: MouseEvent<HTMLElement>) => void;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string;
};

export type MenuProps = {
  label: string;
  entries: readonly MenuEntry[];
  /** Heading above the entries. */
  header?: ReactNode;
  /** Renders the button; pass all props on to it. */
  trigger: (props: MenuTriggerProps) => ReactNode;
};

/** A menu button (WAI-ARIA): arrows, Home, End, Enter and Escape work, and the focus returns to the button. */
export const Menu = ({ label, entries, header, trigger }: MenuProps) => {
  const menu = useRef<PrimeMenuHandle | null>(null);
  const id = useId();
  const [open, setOpen] = useState(false);
  /** The last press of the button; before the first one only the button is rendered. */
  const [press, setPress] = useState<{ button: HTMLElement; isFirst: boolean } | null>(null);
  const isShown = useRef(false);
  const keepHandle = useCallback(
    (handle: PrimeMenuHandle | null) => {
      menu.current = handle;
      // PrimeReact sets the ref at each render; the first press waits for its code.
      if (!handle || isShown.current) return;
      isShown.current = true;
      handle.show({ currentTarget: press?.button } as unknown as SyntheticEvent);
    },
    [press],
  );
  useEffect(() => {
    if (press && !press.isFirst)
      menu.current?.toggle({ currentTarget: press.button } as unknown as SyntheticEvent);
  }, [press]);

  const items = entries.map((entry): MenuItem => {
    if (entry.kind === 'separator') return { separator: true };
    return {
      label: entry.label,
      icon: <Icon name={entry.icon ?? (entry.checked ? 'check' : 'forward')} />,
      disabled: entry.disabled,
      data: entry,
      command: () => entry.onSelect(),
    };
  });
  // The heading is a group without items: PrimeReact renders no separators inside a group.
  const model: MenuItem[] = header ? [{ label: header as string, items: [] }, ...items] : items;
  const rtl = document.documentElement.dir === 'rtl';

  return (
    <>
      {trigger({
        onClick: ({ currentTarget: button }) => setPress((before) => ({ button, isFirst: before === null })),
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': id,
      })}
      {press ? (
        <PrimeMenu
          ref={keepHandle}
          id={id}
          popup
          model={model}
          popupAlignment={rtl ? 'left' : 'right'}
          onShow={() => setOpen(true)}
          onHide={() => setOpen(false)}
          pt={{
            // It is appended to the body, outside every landmark.
            root: { className: 'menu', role: 'region', 'aria-label': label },
            menu: { className: 'menu__list', 'aria-label': label },
            submenuHeader: { className: 'menu__header' },
            separator: { className: 'menu__separator' },
            menuitem: (options) => {
              const context = options?.context as { item?: MenuItem } | undefined;
              const entry = context?.item?.data as MenuEntry | undefined;
              const item = entry && entry.kind !== 'separator' ? entry : undefined;
              return {
                className: `menu__item${item?.danger ? ' menu__item--danger' : ''}${item?.icon || item?.checked ? '' : ' menu__item--bare'}`,
                'aria-current': item?.checked || undefined,
                'data-tone': item?.tone,
              };
            },
            action: { className: 'menu__action' },
            // The first time it mounts open, so it must be positioned on appear.
            transition: { timeout: 0, classNames: '', appear: true },
          }}
        />
      ) : null}
    </>
  );
};
