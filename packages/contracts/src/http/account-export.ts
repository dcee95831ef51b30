import { z } from 'zod';

export const EXPORT_STATES = ['working', 'ready', 'failed'] as const;

/** An export of everything that a user has, as one ZIP archive. */
export const AccountExport = z.object({
  id: z.string(),
  state: z.enum(EXPORT_STATES),
  /** Documents that are in the archive so far, and in all. */
  done: z.number().int(),
  total: z.number().int(),
  /** Bytes; null until it is ready. */
  size: z.number().int().nullable(),
  /** When the archive is removed. */
  expires_at: z.iso.datetime(),
});
export type AccountExport = z.infer<typeof AccountExport>;

/** `document/account-export/`: the newest export of the caller, or null. */
export const AccountExportResponse = z.object({
  status: z.literal('success'),
  export: AccountExport.nullable(),
});
export type AccountExportResponse = z.infer<typeof AccountExportResponse>;
