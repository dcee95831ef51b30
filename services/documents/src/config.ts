import { MAX_UPLOAD_BYTES } from '@hamkhan/contracts/http/documents';
import { EDITS, GUEST_SEARCHES, SUGGESTIONS, UPLOADS } from '@hamkhan/contracts/rate-limits';
import {
  identityEnv,
  kafkaEnv,
  loadConfig,
  mongoEnv,
  objectStoreEnv,
  processEnv,
  redisEnv,
  sandboxEnv,
} from '@hamkhan/platform/config';
import { z } from 'zod';

const count = (fallback: number) => z.coerce.number().int().positive().default(fallback);
const megabytes = (fallback: number) => z.coerce.number().positive().default(fallback);

export const Env = {
  ...processEnv,
  ...mongoEnv,
  ...kafkaEnv,
  ...redisEnv,
  ...objectStoreEnv,
  ...identityEnv,
  ...sandboxEnv,
  PORT: processEnv.PORT.default(8102).describe('Port of the service.'),
  MAX_UPLOAD_MB: z.coerce
    .number()
    .positive()
    .default(MAX_UPLOAD_BYTES / 1024 / 1024)
    .describe('Largest upload, in MiB (C25).'),
  UPLOADS_PER_HOUR: count(UPLOADS.max).describe('Uploads an hour by one user.'),
  UPLOADS_PER_HOUR_STAFF: count(600).describe('The same for staff.'),
  PAGES_IN_WORK: count(20_000).describe(
    'Pages of one user that may be in processing when a new document is uploaded.',
  ),
  PAGES_IN_WORK_STAFF: count(200_000).describe('The same for staff.'),
  IN_WORK_MB: megabytes(2_048).describe('Size of the documents of one user in processing, in MiB.'),
  IN_WORK_MB_STAFF: megabytes(20_480).describe('The same for staff.'),
  STORED_MB: megabytes(10_240).describe('Size of all documents of one user, in MiB.'),
  STORED_MB_STAFF: megabytes(1_048_576).describe('The same for staff.'),
  SUGGESTIONS_PER_HOUR: z.coerce
    .number()
    .int()
    .positive()
    .default(SUGGESTIONS.max)
    .describe('Suggestions an hour by one user.'),
  EDITS_PER_HOUR: z.coerce
    .number()
    .int()
    .positive()
    .default(EDITS.max)
    .describe('Saved edits an hour by one user, on own documents too.'),
  GUEST_SEARCHES_PER_MINUTE: z.coerce
    .number()
    .int()
    .positive()
    .default(GUEST_SEARCHES.max)
    .describe('Searches in documents a minute by guests of one address.'),
  SEARCH_CONCURRENCY: z.coerce
    .number()
    .int()
    .positive()
    .default(4)
    .describe('Searches in documents that a process runs at the same time; more wait.'),
  EXPORT_HOURS: z.coerce
    .number()
    .positive()
    .default(24)
    .describe('Hours after which the export of an account is removed.'),
  ERASURE_SETTLE_MINUTES: z.coerce
    .number()
    .positive()
    .default(60)
    .describe(
      'Minutes after which data of removed documents and deleted accounts is removed once more, for what was under way. Longer than an upload may take.',
    ),
  DELIVERY_CACHE_MB: z.coerce
    .number()
    .positive()
    .default(64)
    .describe('Memory for responses that are ready to send, in MiB.'),
};
export type DocumentsConfig = z.infer<z.ZodObject<typeof Env>>;

/** Inject the configuration: `@Inject(DOCUMENTS_CONFIG) config: DocumentsConfig`. */
export const DOCUMENTS_CONFIG = Symbol('documents config');

/** @throws ConfigError with one line per missing or invalid variable. */
export const loadDocumentsConfig = (env?: Record<string, string | undefined>): DocumentsConfig =>
  loadConfig(Env, env);
