import { ReadingResponse } from '@hamkhan/contracts/http/reader';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { apiPostJson } from '../../../shared/api/client.js';
import { useCurrentUser, useSignedIn } from '../../../shared/api/session.js';
import { readingPath } from '../api/keys.js';
import {
  FIRST_CHOICE,
  isUnsent,
  readChoice,
  type ReadingChoice,
  writeChoice,
} from '../lib/reading-choice.js';

/** A reader who leafs on is told of to the server this long after they stop, in milliseconds. */
export const REST_MS = 1_200;

/** Who reads, as the browser keeps things for them. */
export const useReaderName = (): string => useCurrentUser().user?.id ?? 'guest';

/**
 * How and where a document is read, kept on this device and, for a signed-in reader, with the server, whose word counts when the
 * document is opened: it knows what they did on their other devices, unless this one did something that it has not heard of yet.
 */
export const useReading = (
  documentKey: string | undefined,
  fromServer: ReadingChoice | null | undefined,
  canSave: boolean,
) => {
  const reader = useReaderName();
  const signedIn = useSignedIn();
  const [kept, setKept] = useState<{ of: string; value: ReadingChoice } | null>(null);
  const of = `${reader}/${documentKey}`;
  const local = useMemo(
    () => (documentKey === undefined ? null : readChoice(reader, documentKey)),
    [reader, documentKey],
  );
  let value = local ?? FIRST_CHOICE;
  if (kept?.of === of) value = kept.value;
  else if (documentKey !== undefined && fromServer !== undefined) {
    // What the server has not heard of yet is newer than what it knows.
    const mine = local && isUnsent(reader, documentKey) ? local : null;
    value = mine ?? fromServer ?? value;
    setKept({ of, value });
  }

  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; send: () => void } | null>(null);
  const flush = useCallback(() => {
    if (!waiting.current) return;
    clearTimeout(waiting.current.timer);
    const { send } = waiting.current;
    waiting.current = null;
    send();
  }, []);
  useEffect(() => {
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [flush]);

  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  const change = useCallback(
    (part: Partial<ReadingChoice>) => {
      if (documentKey === undefined) return;
      const next = { ...latest.current, ...part };
      if (Object.entries(part).every(([name, one]) => latest.current[name as keyof ReadingChoice] === one))
        return;
      latest.current = next;
      setKept({ of, value: next });
      writeChoice(reader, documentKey, next, signedIn && canSave);
      if (!signedIn || !canSave) return;
      const send = () => {
        apiPostJson(readingPath(documentKey), ReadingResponse, next, { ownErrors: true, own401: true }).then(
          () => {
            if (latest.current === next) writeChoice(reader, documentKey, next, false);
          },
          () => {
            // The device remembers; the server hears of it with the next turn.
          },
        );
      };
      if (waiting.current) clearTimeout(waiting.current.timer);
      waiting.current = { send, timer: setTimeout(flush, REST_MS) };
    },
    [documentKey, of, reader, signedIn, canSave, flush],
  );
  return { choice: value, change };
};
