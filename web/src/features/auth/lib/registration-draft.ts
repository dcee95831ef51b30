import { z } from 'zod';

/** What a person has given so far, without the password. */
const Draft = z.object({
  mobile: z.string(),
  requestId: z.string().nullable(),
  code: z.string(),
  firstName: z.string(),
  lastName: z.string(),
});
export type RegistrationDraft = z.infer<typeof Draft>;

const KEY = 'registration';

/** Keeps a draft over the reload that a change of language brings. */
export const keepDraft = (draft: RegistrationDraft): void => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // A browser that refuses storage starts anew; nothing was promised yet.
  }
};

/** The kept draft, or null; the next look finds none. */
export const takeDraft = (): RegistrationDraft | null => {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return text === null ? null : (Draft.safeParse(JSON.parse(text)).data ?? null);
  } catch {
    return null;
  }
};
