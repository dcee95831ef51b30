import type { DragEvent } from 'react';

/** Names what is dragged to the drop targets of this page; to others it is the link that it is. */
const TYPE = 'application/x-hamkhan-document';

/** Begins to drag a document: a small card with its title follows the pointer. */
export const startDrag = (event: DragEvent, title: string): void => {
  event.dataTransfer.setData(TYPE, '');
  event.dataTransfer.effectAllowed = 'copyMove';
  const card = document.createElement('div');
  card.className = 'drag-card';
  card.textContent = title;
  document.body.append(card);
  event.dataTransfer.setDragImage(card, 16, 16);
  // The browser has taken its picture by the next task.
  setTimeout(() => card.remove());
};
