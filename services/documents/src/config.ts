import { MAX_UPLOAD_BYTES } from '@hamkhan/contracts/http/documents';
import {
  identityEnv,
  kafkaEnv,
  loadConfig,
  mongoEnv,
  objectStoreEnv,
  processEnv,
  redisEnv,
} from '@hamkhan/platform/config';
import { z } from 'zod';

export const Env = {
  ...processEnv,
  ...mongoEnv,
  ...kafkaEnv,
  ...redisEnv,
  ...objectStoreEnv,
  ...identityEnv,
  PORT: processEnv.PORT.default(8102),
  /** Largest file of an upload, in MiB (C25). */
  MAX_UPLOAD_MB: z.coerce
    .number()
    .positive()
    .default(MAX_UPLOAD_BYTES / 1024 / 1024),
  /** Suggestions that one person may make in an hour on documents of others. */
  SUGGESTIONS_PER_HOUR: z.coerce.number().int().positive().default(60),
  /** Changes of texts that one person may save in an hour, on documents of their own too. */
  EDITS_PER_HOUR: z.coerce.number().int().positive().default(600),
  /** Memory for answers that are ready to be sent, in MiB. */
  DELIVERY_CACHE_MB: z.coerce.number().positive().default(64),
};
export type DocumentsConfig = z.infer<z.ZodObject<typeof Env>>;

/** Inject the configuration: `@Inject(DOCUMENTS_CONFIG) config: DocumentsConfig`. */
export const DOCUMENTS_CONFIG = Symbol('documents config');

/** @throws ConfigError with one line per missing or invalid variable. */
export const loadDocumentsConfig = (env?: Record<string, string | undefined>): DocumentsConfig =>
  loadConfig(Env, env);
