import { createParser } from 'eventsource-parser';
import { getAuthToken } from '../storage/settings.js';
import { callHeaders, reportRefused } from './client.js';

export type ServerEvent = { event: string; data: string };

export type StreamState = 'connecting' | 'open' | 'waiting' | 'closed';

export type EventStreamOptions = {
  url: string;
  onEvent: (event: ServerEvent) => void;
  /** Called at each change; `open` after a break means that events may have been missed: fetch what you show. */
  onState?: (state: StreamState) => void;
};

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
/** The server writes at least a comment this often; a longer silence is a dead line. */
const SILENCE_MS = 75_000;
/** Answers that a repetition will not change. */
const FINAL = new Set([204, 400, 401, 403, 404, 405, 410]);

/**
 * Listens to an event stream through fetch, because EventSource cannot carry a bearer token. A broken line is opened again
 * after 1, 2, 4 … 30 s with a random part, or at once when the network returns; the last event id goes along.
 * Returns the function that ends it.
 */
export const openEventStream = ({ url, onEvent, onState }: EventStreamOptions): (() => void) => {
  let ended = false;
  let failures = 0;
  let lastId = '';
  let line: AbortController | null = null;
  let wake: (() => void) | null = null;

  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const listen = async (): Promise<'again' | 'stop'> => {
    const controller = new AbortController();
    line = controller;
    let silence: ReturnType<typeof setTimeout> | undefined;
    const heard = () => {
      clearTimeout(silence);
      silence = setTimeout(() => controller.abort(), SILENCE_MS);
    };
    try {
      heard();
      const token = getAuthToken();
      const headers = callHeaders('text/event-stream', token);
      if (lastId) headers['Last-Event-ID'] = lastId;
      const answer = await fetch(url, {
        headers,
        credentials: 'include',
        cache: 'no-store',
        signal: controller.signal,
      });
      if (answer.status === 401) reportRefused(token);
      if (FINAL.has(answer.status)) return 'stop';
      if (!answer.ok || !answer.body) return 'again';
      const reader = answer.body.getReader();
      const decoder = new TextDecoder();
      const parser = createParser({
        onEvent: ({ event = 'message', data, id }) => {
          if (id) lastId = id;
          if (!ended) onEvent({ event, data });
        },
      });
      onState?.('open');
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return 'again';
        failures = 0;
        heard();
        parser.feed(decoder.decode(value, { stream: true }));
      }
    } catch {
      return 'again';
    } finally {
      clearTimeout(silence);
    }
  };

  const run = async () => {
    while (!ended) {
      onState?.('connecting');
      if ((await listen()) === 'stop' || ended) break;
      onState?.('waiting');
      const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
      failures += 1;
      await sleep(wait / 2 + Math.random() * (wait / 2));
    }
    onState?.('closed');
  };

  const onOnline = () => wake?.();
  window.addEventListener('online', onOnline);
  void run();

  return () => {
    ended = true;
    window.removeEventListener('online', onOnline);
    line?.abort();
    wake?.();
  };
};
