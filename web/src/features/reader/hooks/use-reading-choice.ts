import { setReadingRoute } from '@hamkhan/contracts/routes/reader';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { callRoute } from '../../../shared/api/client.js';
import { useCurrentUser, useSignedIn } from '../../../shared/api/session.js';
import {
  DEFAULT_CHOICE,
  isUnsent,
  readChoice,
  type ReadingChoice,
  writeChoice,
} from '../lib/reading-choice.js';

/** A choice is saved on the server this long after its last change, in milliseconds. */
export const SAVE_DELAY_MS = 1_200;

/** The user's id for what the browser stores; guests share one. */
export const useReaderId = (): string => useCurrentUser().user?.id ?? 'guest';

/** Runs the latest scheduled action after `SAVE_DELAY_MS`, or when the page is left or hidden. */
const useDelayedSave = () => {
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; save: () => void } | null>(null);
  const flush = useCallback(() => {
    if (!waiting.current) return;
    clearTimeout(waiting.current.timer);
    const { save } = waiting.current;
    waiting.current = null;
    save();
  }, []);
  useEffect(() => {
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [flush]);
  return useCallback(
    (save: () => void) => {
      if (waiting.current) clearTimeout(waiting.current.timer);
      waiting.current = { save, timer: setTimeout(flush, SAVE_DELAY_MS) };
    },
    [flush],
  );
};

/**
 * How and where a document is read. The choice is stored on this device and, for a signed-in user, on the server. When the
 * document opens, the server's choice wins, as it may come from another device, unless this device has one that was never sent.
 */
export const useReadingChoice = (
  documentKey: string | undefined,
  fromServer: ReadingChoice | null | undefined,
  canSave: boolean,
) => {
  const reader = useReaderId();
  const signedIn = useSignedIn();
  const [chosen, setChosen] = useState<{ key: string; value: ReadingChoice } | null>(null);
  const key = `${reader}/${documentKey}`;
  const stored = useMemo(
    () => (documentKey === undefined ? null : readChoice(reader, documentKey)),
    [reader, documentKey],
  );
  let value = stored ?? DEFAULT_CHOICE;
  if (chosen?.key === key) value = chosen.value;
  else if (documentKey !== undefined && fromServer !== undefined) {
    const unsent = stored && isUnsent(reader, documentKey) ? stored : null;
    value = unsent ?? fromServer ?? value;
    setChosen({ key, value });
  }

  const saveLater = useDelayedSave();
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  const change = useCallback(
    (part: Partial<ReadingChoice>) => {
      if (documentKey === undefined) return;
      const isSame = Object.entries(part).every(
        ([name, one]) => latest.current[name as keyof ReadingChoice] === one,
      );
      if (isSame) return;
      const next = { ...latest.current, ...part };
      latest.current = next;
      setChosen({ key, value: next });
      writeChoice(reader, documentKey, next, signedIn && canSave);
      if (!signedIn || !canSave) return;
      saveLater(() => {
        callRoute(setReadingRoute, {
          params: { documentId: documentKey },
          body: next,
          ownErrors: true,
          own401: true,
        }).then(
          () => {
            if (latest.current === next) writeChoice(reader, documentKey, next, false);
          },
          () => {
            // The choice stays marked as unsent and is sent with the next change.
          },
        );
      });
    },
    [documentKey, key, reader, signedIn, canSave, saveLater],
  );
  return { choice: value, change };
};
