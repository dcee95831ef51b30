import { z } from 'zod';

/** What a registration form remembers over a reload: never the password or the code. */
const Draft = z.object({
  mobile: z.string(),
  /** The last code that was sent, without the code itself. */
  sent: z.object({ mobile: z.string(), requestId: z.string(), at: z.number() }).nullable(),
  firstName: z.string(),
  lastName: z.string(),
});
export type RegistrationDraft = z.infer<typeof Draft>;

const KEY = 'registration';

/** Stores a draft for this tab. */
export const saveDraft = (draft: RegistrationDraft): void => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Without storage a reload loses the draft and the user types it again.
  }
};

/** The stored draft, or null without one. A draft for another mobile than `givenMobile` is ignored ('' accepts any). */
export const readDraft = (givenMobile: string): RegistrationDraft | null => {
  try {
    const draft = Draft.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null')).data;
    return draft && (givenMobile === '' || givenMobile === draft.mobile) ? draft : null;
  } catch {
    return null;
  }
};

export const removeDraft = (): void => {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Without storage there is no draft to remove.
  }
};
