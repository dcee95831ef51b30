import { DocumentChangedEvent, PageChangedEvent, type LibraryItem } from '@hamkhan/contracts/http/documents';
import { documentEventsRoute } from '@hamkhan/contracts/routes/library';
import { useEffect, useRef } from 'react';
import { routeUrl } from './client.js';
import { openEventStream } from './event-stream.js';

export type DocumentEventHandlers = {
  /** A document of the library changed; `item` is its new state. */
  onDocument?: (item: LibraryItem) => void;
  /** A page changed; fetch it if `revision` is newer than the known one. */
  onPage?: (event: PageChangedEvent) => void;
  /** The connection is open again after a break: events may have been missed. */
  onReopened?: () => void;
};

const json = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
};

/** Listens to changes of one document, or of all documents of the user. Unknown events are ignored. Returns a function that stops it. */
export const listenToDocuments = (
  documentKey: string | undefined,
  handlers: () => DocumentEventHandlers,
): (() => void) => {
  let opened = false;
  return openEventStream({
    url: routeUrl(documentEventsRoute, { query: { document: documentKey } }),
    onState: (state) => {
      if (state !== 'open') return;
      if (opened) handlers().onReopened?.();
      opened = true;
    },
    onEvent: ({ event, data }) => {
      if (event === 'document') {
        const item = DocumentChangedEvent.safeParse(json(data));
        if (item.success) handlers().onDocument?.(item.data);
      } else if (event === 'page') {
        const page = PageChangedEvent.safeParse(json(data));
        if (page.success) handlers().onPage?.(page.data);
      }
    },
  });
};

/** Listens while the component is mounted and `enabled`, always with the latest handlers. */
export const useDocumentEvents = (
  documentKey: string | undefined,
  handlers: DocumentEventHandlers,
  enabled = true,
): void => {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(
    () => (enabled ? listenToDocuments(documentKey, () => latest.current) : undefined),
    [documentKey, enabled],
  );
};
