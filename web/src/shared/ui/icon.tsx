import './icon.css';

/** Drawn on a 24 × 24 grid with a line of 1.75; paths only, so that a colour is always the text's own. */
const PATHS = {
  add: 'M12 5v14M5 12h14',
  back: 'm14 6-6 6 6 6',
  bookmark: 'M7 4h10v16l-5-4-5 4z',
  chat: 'M20 11.5a7.5 7.5 0 0 1-7.5 7.5H5l1.6-2.8A7.5 7.5 0 1 1 20 11.5ZM9.5 11.5h.01M12.5 11.5h.01M15.5 11.5h.01',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 8v4l2.5 2',
  close: 'm6 6 12 12M18 6 6 18',
  columns: 'M5 4h14a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2ZM12 4v16',
  contents: 'M4 6h16M4 12h10M4 18h13',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  down: 'm6 10 6 6 6-6',
  edit: 'm14.5 5.5 4 4L8 20H4v-4z',
  error: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 8v4.5M12 16h.01',
  eye: 'M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6ZM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z',
  'eye-off':
    'm4 4 16 16M9.5 6.4A9 9 0 0 1 12 6c5.5 0 9 6 9 6a16 16 0 0 1-3 3.6M6.2 8.2A15 15 0 0 0 3 12s3.5 6 9 6c1.4 0 2.7-.4 3.8-1M10.3 10.3a2.5 2.5 0 0 0 3.5 3.5',
  file: 'M6 3.5h8l4 4v13H6zM14 3.5v4h4',
  filter: 'M4 6h16M7 12h10M10 18h4',
  forward: 'm10 6 6 6-6 6',
  globe:
    'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM3.5 12h17M12 3.5c2.3 2.3 3.4 5.2 3.4 8.5s-1.1 6.2-3.4 8.5c-2.3-2.3-3.4-5.2-3.4-8.5S9.7 5.8 12 3.5Z',
  help: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM9.5 9.8a2.6 2.6 0 1 1 3.4 2.5c-.7.3-.9.8-.9 1.7M12 16.8h.01',
  home: 'm4 11 8-7 8 7v9H4z',
  image:
    'M6 4h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2Zm-2 12 4.5-4.5 4 4L15 13l5 5',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 11.5V16M12 8h.01',
  interleaved: 'M5 6h14M5 10h14M5 14h9M5 18h9',
  keyboard:
    'M4 6h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1ZM7 10h.01M10.5 10h.01M14 10h.01M17 10h.01M8 14h8',
  library: 'M5 4v16M9 4v16M13 5l5 15',
  menu: 'M4 6h16M4 12h16M4 18h16',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z',
  more: 'M12 5.5h.01M12 12h.01M12 18.5h.01',
  note: 'M5 4h14v10l-6 6H5zM19 14h-6v6M8.5 8.5h7M8.5 12h4',
  offline:
    'm4 4 16 16M8.5 14.5a5 5 0 0 1 5.3-1.1M5 11a10 10 0 0 1 4.3-2.5M12.5 8a10 10 0 0 1 6.5 3M12 18.5h.01',
  page: 'M8 4h8a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2Z',
  pause: 'M9 6v12M15 6v12',
  play: 'M8 5.5v13l11-6.5z',
  read: 'M12 6.5C10 5 7 4.5 4 5v13c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5V5c-3-.5-6 0-8 1.5Zm0 0V19',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 4v4h-4',
  search: 'M11 4.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM16 16l4.5 4.5',
  'sign-in': 'M13 4h6v16h-6M4 12h10M10.5 8l4 4-4 4',
  'sign-out': 'M11 4H5v16h6M10 12h10M16.5 8l4 4-4 4',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M18.4 5.6l-1.1 1.1M6.7 17.3l-1.1 1.1',
  type: 'm3 18 5-12 5 12M5 14h6M15 18l3-7 3 7M16 16h4',
  upload: 'M12 16V5M7.5 9 12 4.5 16.5 9M5 15v4.5h14V15',
  user: 'M12 4.5a3.75 3.75 0 1 0 0 7.5 3.75 3.75 0 0 0 0-7.5ZM4.5 20c.8-3.7 3.8-5.5 7.5-5.5s6.7 1.8 7.5 5.5',
  warning: 'M12 4 2.8 19.5h18.4zM12 10v4.5M12 17h.01',
} as const;

export type IconName = keyof typeof PATHS;

/** Pictures of time or order follow the direction of reading; play, search and check do not. */
const FOLLOWS_READING: ReadonlySet<IconName> = new Set([
  'back',
  'forward',
  'sign-in',
  'sign-out',
  'contents',
  'interleaved',
  'chat',
]);
const HEAVY: ReadonlySet<IconName> = new Set(['more', 'pause']);

/** A small picture beside words or in a named button; never the only carrier of a meaning, so it is hidden from readers. */
export const Icon = ({ name, size }: { name: IconName; size?: 's' | 'm' | 'l' | 'xl' }) => (
  <svg
    className={`icon${FOLLOWS_READING.has(name) ? ' icon--flip' : ''}${HEAVY.has(name) ? ' icon--heavy' : ''}`}
    data-size={size ?? 'm'}
    viewBox="0 0 24 24"
    aria-hidden="true"
    focusable="false"
  >
    <path d={PATHS[name]} />
  </svg>
);
