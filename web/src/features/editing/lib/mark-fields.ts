import { changedRange, type Selection } from './inline-marks.js';

type Field = HTMLTextAreaElement | HTMLInputElement;

/** Fields that accept inline marks. */
const FIELDS = 'textarea[data-marks], input[data-marks]';

export const markFieldOf = (element: Element | null): Field | null => {
  if (!element?.matches(FIELDS)) return null;
  return element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement ? element : null;
};

/** Replaces a field's text as if it were typed, so that input handlers run and the browser can undo it. */
const typeText = (field: Field, next: string): void => {
  const { from, to, insert } = changedRange(field.value, next);
  field.setSelectionRange(from, to);
  const isTyped =
    typeof document.execCommand === 'function' &&
    document.execCommand(insert === '' ? 'delete' : 'insertText', false, insert);
  if (isTyped) return;
  const prototype = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  Object.getOwnPropertyDescriptor(prototype.prototype, 'value')?.set?.call(field, next);
  field.dispatchEvent(new Event('input', { bubbles: true }));
};

/** Changes the selection of a field. */
export const changeSelection = (field: Field, change: (selected: Selection) => Selection): void => {
  const { value: text, selectionStart, selectionEnd } = field;
  const from = selectionStart ?? text.length;
  const next = change({ text, from, to: selectionEnd ?? from });
  field.focus();
  if (next.text !== text) typeText(field, next.text);
  field.setSelectionRange(next.from, next.to);
};
