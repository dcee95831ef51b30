import { z } from 'zod';

/** The response of a call without a result. */
export const SuccessResponse = z.object({ status: z.literal('success') });
export type SuccessResponse = z.infer<typeof SuccessResponse>;

/** Query of a signed address of a file: when it expires, and the signature. */
export const SignedQuery = z.object({ e: z.string().optional(), s: z.string().optional() });
export type SignedQuery = z.infer<typeof SignedQuery>;
