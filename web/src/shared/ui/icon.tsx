import './icon.css';

/** SVG paths on a 24 × 24 grid, stroke 1.75, in the colour of the text. */
const PATHS = {
  add: 'M12 5v14M5 12h14',
  'align-center': 'M4 6h16M7 12h10M5 18h14',
  'align-left': 'M4 6h16M4 12h10M4 18h13',
  'align-none': 'M4 6h16M4 12h16M4 18h16',
  'align-right': 'M4 6h16M10 12h10M7 18h13',
  back: 'm14 6-6 6 6 6',
  bold: 'M7.5 5h5a3.5 3.5 0 0 1 0 7h-5zM7.5 12H14a3.5 3.5 0 0 1 0 7H7.5z',
  book: 'M6.5 4H18v12.5H6.5A1.75 1.75 0 0 0 4.75 18.25V5.75A1.75 1.75 0 0 1 6.5 4ZM4.75 18.25c0 1 .8 1.75 1.75 1.75H18v-3.5M9 8h5.5',
  bookmark: 'M7 4h10v16l-5-4-5 4z',
  bookshelf: 'M3.5 20h17M5.5 20V5h3.5v15M9 20V8h3.5v12M14 8.4l3-.9 3.3 12.5',
  braces: 'm8.5 7-5 5 5 5M15.5 7l5 5-5 5',
  briefcase:
    'M5 8h14a1.5 1.5 0 0 1 1.5 1.5v8A1.5 1.5 0 0 1 19 19H5a1.5 1.5 0 0 1-1.5-1.5v-8A1.5 1.5 0 0 1 5 8ZM9 8V6a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v2M3.5 12.5h17M12 12v1.5',
  chat: 'M20 11.5a7.5 7.5 0 0 1-7.5 7.5H5l1.6-2.8A7.5 7.5 0 1 1 20 11.5ZM9.5 11.5h.01M12.5 11.5h.01M15.5 11.5h.01',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 8v4l2.5 2',
  close: 'm6 6 12 12M18 6 6 18',
  columns: 'M5 4h14a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2ZM12 4v16',
  contents: 'M4 6h16M4 12h10M4 18h13',
  continuous:
    'M6 3v6.5a1.5 1.5 0 0 0 1.5 1.5h9A1.5 1.5 0 0 0 18 9.5V3M6 21v-6.5A1.5 1.5 0 0 1 7.5 13h9a1.5 1.5 0 0 1 1.5 1.5V21',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  down: 'm6 10 6 6 6-6',
  download: 'M12 4.5V15M7.5 11 12 15.5 16.5 11M5 15v4.5h14V15',
  edit: 'm14.5 5.5 4 4L8 20H4v-4z',
  error: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 8v4.5M12 16h.01',
  expand: 'M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7',
  eye: 'M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6ZM12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z',
  'eye-off':
    'm4 4 16 16M9.5 6.4A9 9 0 0 1 12 6c5.5 0 9 6 9 6a16 16 0 0 1-3 3.6M6.2 8.2A15 15 0 0 0 3 12s3.5 6 9 6c1.4 0 2.7-.4 3.8-1M10.3 10.3a2.5 2.5 0 0 0 3.5 3.5',
  file: 'M6 3.5h8l4 4v13H6zM14 3.5v4h4',
  filter: 'M4 6h16M7 12h10M10 18h4',
  flag: 'M5 21V4h13l-2.5 4.5L18 13H5',
  formula: 'M17.5 7V5H6.5l6 7-6 7h11v-2',
  forward: 'm10 6 6 6-6 6',
  globe:
    'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM3.5 12h17M12 3.5c2.3 2.3 3.4 5.2 3.4 8.5s-1.1 6.2-3.4 8.5c-2.3-2.3-3.4-5.2-3.4-8.5S9.7 5.8 12 3.5Z',
  grip: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  heading: 'M6 5v14M18 5v14M6 12h12',
  heart: 'M12 19.5C7.5 16 4 13 4 9.3A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 8 2.3c0 3.7-3.5 6.7-8 10.2Z',
  help: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM9.5 9.8a2.6 2.6 0 1 1 3.4 2.5c-.7.3-.9.8-.9 1.7M12 16.8h.01',
  history: 'M4.5 12a7.5 7.5 0 1 0 2.2-5.3M4.5 4v4h4M12 8v4l2.5 2',
  home: 'm4 11 8-7 8 7v9H4z',
  hourglass: 'M7 3.5h10M7 20.5h10M8.5 3.5V7L12 12l3.5-5V3.5M8.5 20.5V17L12 12l3.5 5v3.5',
  image:
    'M6 4h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2Zm-2 12 4.5-4.5 4 4L15 13l5 5',
  indent: 'M4 5h16M11 10h9M11 14h9M4 19h16M4 9.5 7 12l-3 2.5',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 11.5V16M12 8h.01',
  interleaved: 'M5 6h14M5 10h14M5 14h9M5 18h9',
  italic: 'M10 5h7M7 19h7M14 5l-4 14',
  keyboard:
    'M4 6h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1ZM7 10h.01M10.5 10h.01M14 10h.01M17 10h.01M8 14h8',
  library: 'M5 4v16M9 4v16M13 5l5 15',
  lightbulb:
    'M9.5 18.5h5M10.5 21h3M9.5 15.5c0-1.3-.6-2-1.3-2.8A5.5 5.5 0 1 1 15.8 12.7c-.7.8-1.3 1.5-1.3 2.8z',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.3 1.3M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.3-1.3',
  'list-bulleted': 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  'list-numbered': 'M10 6h10M10 12h10M10 18h10M4 5l1-.7V9M3.8 15.2c.4-.9 2-.9 2 .2 0 .8-2 1.4-2 2.6h2.2',
  lock: 'M7 10.5h10a1.5 1.5 0 0 1 1.5 1.5v6.5A1.5 1.5 0 0 1 17 20H7a1.5 1.5 0 0 1-1.5-1.5V12A1.5 1.5 0 0 1 7 10.5ZM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5',
  menu: 'M4 6h16M4 12h16M4 18h16',
  minus: 'M5 12h14',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z',
  more: 'M12 5.5h.01M12 12h.01M12 18.5h.01',
  move: 'M4 6.5A1.5 1.5 0 0 1 5.5 5H9l2 2.5h7.5A1.5 1.5 0 0 1 20 9v8.5a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 17.5ZM9 13h6M12.5 10.5 15 13l-2.5 2.5',
  note: 'M5 4h14v10l-6 6H5zM19 14h-6v6M8.5 8.5h7M8.5 12h4',
  offline:
    'm4 4 16 16M8.5 14.5a5 5 0 0 1 5.3-1.1M5 11a10 10 0 0 1 4.3-2.5M12.5 8a10 10 0 0 1 6.5 3M12 18.5h.01',
  outdent: 'M4 5h16M11 10h9M11 14h9M4 19h16M7 9.5 4 12l3 2.5',
  page: 'M8 4h8a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2Z',
  pause: 'M9 6v12M15 6v12',
  people:
    'M9 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM3.5 19c.5-3.3 2.7-5 5.5-5s5 1.7 5.5 5M15.5 5.3a3 3 0 0 1 0 5.4M17.5 14.5c1.6.8 2.7 2.3 3 4.5',
  play: 'M8 5.5v13l11-6.5z',
  print: 'M7 9V4h10v5M7 17H4.5v-6A1.5 1.5 0 0 1 6 9.5h12a1.5 1.5 0 0 1 1.5 1.5v6H17M7 14h10v6H7z',
  read: 'M12 6.5C10 5 7 4.5 4 5v13c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5V5c-3-.5-6 0-8 1.5Zm0 0V19',
  redo: 'M19 9.5H9.5a5 5 0 0 0 0 10H13M15.5 6l3.5 3.5-3.5 3.5',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 4v4h-4',
  school: 'M12 5 2.5 9.5 12 14l9.5-4.5ZM6.5 11.7V16c1.6 1.3 3.4 2 5.5 2s3.9-.7 5.5-2v-4.3M21.5 9.5V15',
  search: 'M11 4.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM16 16l4.5 4.5',
  share:
    'M17.5 3.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM6.5 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM17.5 15.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM8.7 10.8l6.6-3.6M8.7 13.2l6.6 3.6',
  'sign-in': 'M13 4h6v16h-6M4 12h10M10.5 8l4 4-4 4',
  'sign-out': 'M11 4H5v16h6M10 12h10M16.5 8l4 4-4 4',
  'skip-back': 'm18 6-6 6 6 6M11 6l-6 6 6 6',
  'skip-forward': 'm6 6 6 6-6 6M13 6l6 6-6 6',
  sound: 'M4 9.5h3.5L12 5.5v13l-4.5-4H4zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  star: 'm12 4 2.5 5.1 5.6.8-4 4 .9 5.6L12 16.9l-5 2.6.9-5.6-4-4 5.6-.8Z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M18.4 5.6l-1.1 1.1M6.7 17.3l-1.1 1.1',
  table:
    'M5 5h14a1.5 1.5 0 0 1 1.5 1.5v11A1.5 1.5 0 0 1 19 19H5a1.5 1.5 0 0 1-1.5-1.5v-11A1.5 1.5 0 0 1 5 5ZM3.5 10h17M3.5 14.5h17M10 10v9',
  temple: 'M4 9.5 12 4.5l8 5ZM4.5 20h15M6 17h12M7.5 12.5V17M12 12.5V17M16.5 12.5V17',
  translate: 'M4 6h9M8.5 4v2M11 6c-.5 4-3 7-6.5 9M6 9c1 2.5 3 4.5 6 6M13 20l4-10 4 10M14.5 17h5',
  trash: 'M5 7h14M9.5 7V4.5h5V7M7 7l.8 13h8.4L17 7M10.5 10.5l.3 6M13.5 10.5l-.3 6',
  type: 'm3 18 5-12 5 12M5 14h6M15 18l3-7 3 7M16 16h4',
  undo: 'M5 9.5h9.5a5 5 0 0 1 0 10H11M8.5 6 5 9.5 8.5 13',
  up: 'm6 14 6-6 6 6',
  upload: 'M12 16V5M7.5 9 12 4.5 16.5 9M5 15v4.5h14V15',
  user: 'M12 4.5a3.75 3.75 0 1 0 0 7.5 3.75 3.75 0 0 0 0-7.5ZM4.5 20c.8-3.7 3.8-5.5 7.5-5.5s6.7 1.8 7.5 5.5',
  warning: 'M12 4 2.8 19.5h18.4zM12 10v4.5M12 17h.01',
} as const;

export type IconName = keyof typeof PATHS;

/** Icons of time or order, mirrored in right-to-left pages; play, search and check are not. */
const FOLLOWS_READING: ReadonlySet<IconName> = new Set([
  'back',
  'forward',
  'skip-back',
  'skip-forward',
  'sign-in',
  'sign-out',
  'contents',
  'interleaved',
  'chat',
  'move',
  'indent',
  'outdent',
  'undo',
  'redo',
  'list-bulleted',
]);
const HEAVY: ReadonlySet<IconName> = new Set(['more', 'pause', 'grip']);

/** An icon beside text or in a named button: decorative, so hidden from assistive technology. */
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
