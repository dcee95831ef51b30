import { z } from 'zod';

/** What a person has given so far: never the password, and never the code. */
const Draft = z.object({
  mobile: z.string(),
  /** The code that was sent, when, and what goes back with it. */
  sent: z.object({ mobile: z.string(), requestId: z.string(), at: z.number() }).nullable(),
  firstName: z.string(),
  lastName: z.string(),
});
export type RegistrationDraft = z.infer<typeof Draft>;

const KEY = 'registration';

/** Keeps a draft for this tab, over a reload of the page. */
export const keepDraft = (draft: RegistrationDraft): void => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Without storage the draft is lost, which costs the user nothing but typing.
  }
};

/** The kept draft; null where there is none, or it is about another mobile than the given one. */
export const keptDraft = (given: string): RegistrationDraft | null => {
  try {
    const draft = Draft.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null')).data;
    return draft && (given === '' || given === draft.mobile) ? draft : null;
  } catch {
    return null;
  }
};

export const dropDraft = (): void => {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing could be kept either.
  }
};
