import { changedStretch, type Selected } from './inline-marks.js';

type Field = HTMLTextAreaElement | HTMLInputElement;

/** The fields in which marks can be written say so. */
const FIELDS = 'textarea[data-marks], input[data-marks]';

export const markFieldOf = (element: Element | null): Field | null => {
  if (!element?.matches(FIELDS)) return null;
  return element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement ? element : null;
};

/** Writes a text into a field as if it were typed: whoever listens to the field hears of it, and its own undo takes it back. */
const type = (field: Field, next: string): void => {
  const { from, to, insert } = changedStretch(field.value, next);
  field.setSelectionRange(from, to);
  const isTyped =
    typeof document.execCommand === 'function' &&
    document.execCommand(insert === '' ? 'delete' : 'insertText', false, insert);
  if (isTyped) return;
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(prototype.prototype, 'value')?.set?.call(field, next);
  field.dispatchEvent(new Event('input', { bubbles: true }));
};

/** Changes what is selected in a field. */
export const changeSelected = (field: Field, change: (selected: Selected) => Selected): void => {
  const { value: text, selectionStart, selectionEnd } = field;
  const from = selectionStart ?? text.length;
  const next = change({ text, from, to: selectionEnd ?? from });
  field.focus();
  if (next.text !== text) type(field, next.text);
  field.setSelectionRange(next.from, next.to);
};
