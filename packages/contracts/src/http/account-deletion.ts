import { z } from 'zod';

/** `user/account-deletion/`: how long an account waits before it is deleted. */
export const AccountDeletionResponse = z.object({
  status: z.literal('success'),
  delay_days: z.number().int(),
});
export type AccountDeletionResponse = z.infer<typeof AccountDeletionResponse>;

export const DeleteAccountRequest = z.strictObject({
  password: z.string('PASSWORD_REQUIRED').min(1, 'PASSWORD_REQUIRED').max(128),
});
export type DeleteAccountRequest = z.infer<typeof DeleteAccountRequest>;

/** The account is deleted at `deletes_at`, unless its owner signs in before. */
export const DeleteAccountResponse = z.object({
  status: z.literal('success'),
  deletes_at: z.iso.datetime(),
});
export type DeleteAccountResponse = z.infer<typeof DeleteAccountResponse>;
