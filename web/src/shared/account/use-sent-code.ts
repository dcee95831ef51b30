import { useState } from 'react';
import { RESEND_MS } from './code-field.js';

/** A code that the server has sent: to which mobile, the id that is submitted with the code, and when, in milliseconds since 1970. */
export type SentCode = { mobile: string; requestId: string; at: number };

/** The last code sent to the user of a form. `requestCode` makes the server send one and returns its request id. */
export const useSentCode = (
  requestCode: (mobile: string) => Promise<string>,
  initial: SentCode | null = null,
) => {
  const [sent, setSent] = useState(initial);
  return {
    sent,
    /** Sends a code; throws what `requestCode` throws. */
    send: async (mobile: string): Promise<void> => {
      setSent({ mobile, requestId: await requestCode(mobile), at: Date.now() });
    },
    /** Whether the last code to this mobile is so recent that the server would refuse to send another. */
    isRecent: (mobile: string): boolean => sent?.mobile === mobile && Date.now() - sent.at < RESEND_MS,
  };
};
