import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { getAuthToken } from '../storage/settings.js';
import { callHeaders, reportRefused } from './client.js';

export type ServerEvent = { event: string; data: string };

export type StreamState = 'connecting' | 'open' | 'waiting' | 'closed';

export type EventStreamOptions = {
  url: string;
  onEvent: (event: ServerEvent) => void;
  /** Called at each change. `open` after a break means that events may have been missed, so data must be fetched again. */
  onState?: (state: StreamState) => void;
};

const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 30_000;
/** The server writes at least a comment this often; after a longer silence the connection is dead. */
const SILENCE_MS = 75_000;
/** Statuses that a retry will not change. */
const FINAL_STATUSES = new Set([204, 400, 401, 403, 404, 405, 410]);

/** Calls `onSilence` when `heard` has not been called for SILENCE_MS. */
const watchSilence = (onSilence: () => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  return {
    heard: () => {
      stop();
      timer = setTimeout(onSilence, SILENCE_MS);
    },
    stop,
  };
};

/** A pause that `wake` ends early. */
const createPause = () => {
  let wake: (() => void) | null = null;
  return {
    wake: () => wake?.(),
    sleep: (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
};

type Connection = {
  url: string;
  lastEventId: string;
  controller: AbortController;
  onOpen: () => void;
  onData: () => void;
  onEvent: (event: EventSourceMessage) => void;
};

/** Makes one request for the stream and reads it to its end; says whether the caller should connect again. */
const readStream = async ({
  url,
  lastEventId,
  controller,
  onOpen,
  onData,
  onEvent,
}: Connection): Promise<'retry' | 'stop'> => {
  const silence = watchSilence(() => controller.abort());
  try {
    silence.heard();
    const token = getAuthToken();
    const headers = callHeaders('text/event-stream', token);
    if (lastEventId) headers['Last-Event-ID'] = lastEventId;
    const response = await fetch(url, {
      headers,
      credentials: 'include',
      cache: 'no-store',
      signal: controller.signal,
    });
    if (response.status === 401) reportRefused(token);
    if (FINAL_STATUSES.has(response.status)) return 'stop';
    if (!response.ok || !response.body) return 'retry';
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    const parser = createParser({ onEvent });
    onOpen();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return 'retry';
      onData();
      silence.heard();
      parser.feed(decoder.decode(value, { stream: true }));
    }
  } catch {
    return 'retry';
  } finally {
    silence.stop();
  }
};

/**
 * Listens to an event stream through fetch, because EventSource cannot send a bearer token. A broken connection is opened again
 * after 1, 2, 4 … 30 s with random jitter, or at once when the network returns; the last event id is sent along.
 * Returns the function that closes it.
 */
export const openEventStream = ({ url, onEvent, onState }: EventStreamOptions): (() => void) => {
  let ended = false;
  let failures = 0;
  let lastEventId = '';
  let controller: AbortController | null = null;
  const pause = createPause();

  const connect = () => {
    controller = new AbortController();
    return readStream({
      url,
      lastEventId,
      controller,
      onOpen: () => onState?.('open'),
      onData: () => {
        failures = 0;
      },
      onEvent: ({ event = 'message', data, id }) => {
        if (id) lastEventId = id;
        if (!ended) onEvent({ event, data });
      },
    });
  };

  const run = async () => {
    while (!ended) {
      onState?.('connecting');
      if ((await connect()) === 'stop' || ended) break;
      onState?.('waiting');
      const wait = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
      failures += 1;
      await pause.sleep(wait / 2 + Math.random() * (wait / 2));
    }
    onState?.('closed');
  };

  window.addEventListener('online', pause.wake);
  void run();

  return () => {
    ended = true;
    window.removeEventListener('online', pause.wake);
    controller?.abort();
    pause.wake();
  };
};
