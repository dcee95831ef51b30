/** Store of the message bar; any code may show a message. */
export type MessageKind = 'alert' | 'success' | 'info' | 'warning';
export type Message = { id: number; kind: MessageKind; text: string; about: string | undefined };

/** How long a message stays, in milliseconds (ACC-SHELL-31). */
export const MESSAGE_MS = 5000;

/** How long a short confirmation stays, in milliseconds (ACC-SHELL-32). */
export const SNACKBAR_MS = 2000;

let messages: readonly Message[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

const set = (next: readonly Message[]) => {
  messages = next;
  for (const listener of listeners) listener();
};

export const dismissMessage = (id: number): void => set(messages.filter((message) => message.id !== id));

export type MessageOptions = {
  durationMs?: number;
  /** Key of the attempted action: its success removes the message of its failure, and the other way round. */
  about?: string;
};

/** Shows a text for `durationMs`. An equal message is replaced, not repeated. */
export const showMessage = (
  kind: MessageKind,
  text: string,
  { durationMs = MESSAGE_MS, about }: MessageOptions = {},
): void => {
  const id = ++lastId;
  const isOver = (message: Message): boolean =>
    (message.kind === kind && message.text === text) ||
    (about !== undefined && message.about === about && (message.kind === 'success') !== (kind === 'success'));
  const others = messages.filter((message) => !isOver(message));
  set([...others, { id, kind, text, about }].slice(-4));
  setTimeout(() => dismissMessage(id), durationMs);
};

export const subscribeMessages = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const currentMessages = (): readonly Message[] => messages;
