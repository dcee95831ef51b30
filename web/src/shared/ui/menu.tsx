import type { Menu as PrimeMenuHandle, MenuPassThroughMethodOptions } from 'primereact/menu';
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

/** The presses of the menu's button, and the ref that opens and closes PrimeReact's menu on them. */
const useMenuPress = () => {
  const menu = useRef<PrimeMenuHandle | null>(null);
  /** The last press of the button; before the first one only the button is rendered. */
  const [press, setPress] = useState<{ button: HTMLElement; isFirst: boolean } | null>(null);
  const isShown = useRef(false);
  const setHandle = useCallback(
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
  return {
    setHandle,
    hasBeenPressed: press !== null,
    handlePress: ({ currentTarget: button }: MouseEvent<HTMLElement>) =>
      setPress((before) => ({ button, isFirst: before === null })),
  };
};

const toMenuItem = (entry: MenuEntry): MenuItem => {
  if (entry.kind === 'separator') return { separator: true };
  return {
    label: entry.label,
    icon: <Icon name={entry.icon ?? (entry.checked ? 'check' : 'forward')} />,
    disabled: entry.disabled,
    data: entry,
    command: () => entry.onSelect(),
  };
};

const menuItemProps = (options: MenuPassThroughMethodOptions | undefined) => {
  const context = options?.context as { item?: MenuItem } | undefined;
  const entry = context?.item?.data as MenuEntry | undefined;
  const item = entry && entry.kind !== 'separator' ? entry : undefined;
  return {
    className: `menu__item${item?.danger ? ' menu__item--danger' : ''}${item?.icon || item?.checked ? '' : ' menu__item--bare'}`,
    'aria-current': item?.checked || undefined,
    'data-tone': item?.tone,
  };
};

/** A menu button (WAI-ARIA): arrows, Home, End, Enter and Escape work, and the focus returns to the button. */
export const Menu = ({ label, entries, header, trigger }: MenuProps) => {
  const id = useId();
  const [open, setOpen] = useState(false);
  const { setHandle, hasBeenPressed, handlePress } = useMenuPress();
  const items = entries.map(toMenuItem);
  // The heading is a group without items: PrimeReact renders no separators inside a group.
  const model: MenuItem[] = header ? [{ label: header as string, items: [] }, ...items] : items;
  const rtl = document.documentElement.dir === 'rtl';

  return (
    <>
      {trigger({
        onClick: handlePress,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': id,
      })}
      {hasBeenPressed ? (
        <PrimeMenu
          ref={setHandle}
          id={id}
          popup
          model={model}
          popupAlignment={rtl ? 'left' : 'right'}
          onShow={() => setOpen(true)}
          onHide={() => setOpen(false)}
          pt={{
            // PrimeReact appends the menu to the body, outside every landmark.
            root: { className: 'menu', role: 'region', 'aria-label': label },
            menu: { className: 'menu__list', 'aria-label': label },
            submenuHeader: { className: 'menu__header' },
            separator: { className: 'menu__separator' },
            menuitem: menuItemProps,
            action: { className: 'menu__action' },
            // The first time it mounts open, so it must be positioned on appear.
            transition: { timeout: 0, classNames: '', appear: true },
          }}
        />
      ) : null}
    </>
  );
};
