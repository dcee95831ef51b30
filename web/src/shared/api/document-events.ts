import { DocumentChangedEvent, PageChangedEvent, type LibraryItem } from '@hamkhan/contracts/http/documents';
import { documentEventsRoute } from '@hamkhan/contracts/routes/library';
import { useEffect, useRef } from 'react';
import { routeUrl } from './client.js';
import { openEventStream } from './event-stream.js';

export type DocumentEventHandlers = {
  /** A row of the library changed; it comes whole. */
  onDocument?: (item: LibraryItem) => void;
  /** A page changed its state or content; fetch it when `revision` is newer than yours. */
  onPage?: (event: PageChangedEvent) => void;
  /** The line is open again after a break: events may have been missed. */
  onReopened?: () => void;
};

const json = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
};

/**
 * Hears of changes while it is called and until the returned function is: of one document, or of all the reader's documents.
 * Events of an unknown form are passed over.
 */
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

/** The same for a component: listens while `enabled`, always with the latest handlers. */
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
