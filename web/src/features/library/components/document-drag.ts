import type { DragEvent } from 'react';

/** The drag data type of a document; other applications see a link. */
const TYPE = 'application/x-hamkhan-document';

/** Starts dragging a document: a small card with its title follows the pointer. */
export const startDrag = (event: DragEvent, title: string): void => {
  event.dataTransfer.setData(TYPE, '');
  event.dataTransfer.effectAllowed = 'copyMove';
  const card = document.createElement('div');
  card.className = 'drag-card';
  card.textContent = title;
  document.body.append(card);
  event.dataTransfer.setDragImage(card, 16, 16);
  // The browser captures the drag image before the next task.
  setTimeout(() => card.remove());
};
