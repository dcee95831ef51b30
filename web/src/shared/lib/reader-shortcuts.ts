type Shortcut = {
  group: 'reading' | 'listening' | 'editing';
  /** Labels on the keys. */
  shown: readonly string[];
  /** As `keyOf` names them. */
  keys: readonly string[];
  /** Also acts on repeated events while the key is held. */
  repeats?: true;
  /** Left to focused elements that use the same keys to move, such as sliders and radio groups. */
  moves?: true;
};

/**
 * All shortcuts of the reader. The handlers use these keys and the list of shortcuts shows them in this order. Letters are physical
 * keys (`KeyT`), independent of the keyboard layout. Arrows are named by the direction they point, so forward is right in English and
 * left in Persian.
 */
export const SHORTCUTS = {
  turn: {
    group: 'reading',
    shown: ['←', '→'],
    keys: ['ArrowLeft', 'ArrowRight'],
    repeats: true,
    moves: true,
  },
  ends: { group: 'reading', shown: ['Home', 'End'], keys: ['Home', 'End'], moves: true },
  contents: { group: 'reading', shown: ['T'], keys: ['KeyT'] },
  find: { group: 'reading', shown: ['/'], keys: ['Slash'] },
  findNext: { group: 'reading', shown: ['N', 'Shift + N'], keys: ['KeyN', 'Shift+KeyN'] },
  original: { group: 'reading', shown: ['O'], keys: ['KeyO'] },
  version: { group: 'reading', shown: ['1', '2'], keys: ['Digit1', 'Digit2'] },
  layout: { group: 'reading', shown: ['C'], keys: ['KeyC'] },
  texts: { group: 'reading', shown: ['B'], keys: ['KeyB'] },
  size: { group: 'reading', shown: ['+', '−'], keys: ['Plus', 'Minus'] },
  image: { group: 'reading', shown: ['I'], keys: ['KeyI'] },
  close: { group: 'reading', shown: ['Esc'], keys: ['Escape'] },
  help: { group: 'reading', shown: ['?'], keys: ['Help'] },
  listen: { group: 'listening', shown: ['P'], keys: ['KeyP'] },
  skip: { group: 'listening', shown: ['J', 'L'], keys: ['KeyJ', 'KeyL'], repeats: true },
  edit: { group: 'editing', shown: ['E'], keys: ['KeyE'] },
  move: {
    group: 'editing',
    shown: ['Space', '↑', '↓'],
    keys: ['Space', 'Enter', 'ArrowUp', 'ArrowDown'],
    moves: true,
  },
  save: { group: 'editing', shown: ['Ctrl + Enter'], keys: ['Control+Enter'] },
  strong: { group: 'editing', shown: ['Ctrl + B'], keys: ['Control+KeyB'] },
  emphasis: { group: 'editing', shown: ['Ctrl + I'], keys: ['Control+KeyI'] },
  code: { group: 'editing', shown: ['Ctrl + E'], keys: ['Control+KeyE'] },
  link: { group: 'editing', shown: ['Ctrl + K'], keys: ['Control+KeyK'] },
  math: { group: 'editing', shown: ['Ctrl + M'], keys: ['Control+KeyM'] },
  depth: {
    group: 'editing',
    shown: ['Alt + ←', 'Alt + →'],
    keys: ['Alt+ArrowLeft', 'Alt+ArrowRight'],
    moves: true,
  },
} as const satisfies Record<string, Shortcut>;

export type ShortcutName = keyof typeof SHORTCUTS;
/** A key of the list of shortcuts. */
export type ReaderKey = (typeof SHORTCUTS)[ShortcutName]['keys'][number];

const KNOWN: ReadonlyMap<string, Shortcut> = new Map(
  Object.values(SHORTCUTS).flatMap((shortcut: Shortcut) =>
    shortcut.keys.map((key) => [key, shortcut] as const),
  ),
);

/** Keys named by the character they type, because their position differs between keyboards. */
const SIGNS: Record<string, string> = {
  '?': 'Help',
  '؟': 'Help',
  '/': 'Slash',
  '+': 'Plus',
  '=': 'Plus',
  '-': 'Minus',
  '۱': 'Digit1',
  '۲': 'Digit2',
};

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** The name of a key with its modifiers: `KeyT`, `Shift+KeyN`, `Control+Enter` (also for Command on a Mac), `Help`. */
export const keyOf = ({ key, code, shiftKey, ctrlKey, metaKey, altKey }: Pressed): string => {
  const sign = SIGNS[key];
  const name = sign ?? (key === ' ' ? 'Space' : key.length > 1 ? key : code);
  const held = [
    ...(ctrlKey || metaKey ? ['Control'] : []),
    ...(altKey ? ['Alt'] : []),
    ...(shiftKey && sign === undefined ? ['Shift'] : []),
  ];
  return [...held, name].join('+');
};

export const isShortcut = (event: Pressed, name: ShortcutName): boolean =>
  (SHORTCUTS[name].keys as readonly string[]).includes(keyOf(event));

/** Elements that use letter keys themselves. */
const WRITES =
  'input:not([type="range"]):not([type="checkbox"]):not([type="radio"]), textarea, select, [contenteditable], [role="menu"]';
/** Elements that use arrows, Home and End themselves. */
const MOVES = `input, [role="radiogroup"], .scroller[data-wide], ${WRITES}`;

/** The shortcut key of an event; null if the event is meant for a field, a menu or a dialog. */
export const readerKeyOf = (event: KeyboardEvent): ReaderKey | null => {
  const key = keyOf(event);
  const shortcut = KNOWN.get(key);
  if (event.defaultPrevented || !shortcut || (event.repeat && !shortcut.repeats)) return null;
  // An open dialog or menu gets all keys, wherever the focus is.
  if (document.querySelector('[role="dialog"]')) return null;
  if (event.target instanceof Element && event.target.closest(shortcut.moves ? MOVES : WRITES)) return null;
  return key as ReaderKey;
};
