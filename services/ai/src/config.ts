import { identityEnv, kafkaEnv, loadConfig, mongoEnv, processEnv } from '@hamkhan/platform/config';
import type { z } from 'zod';

export const Env = {
  ...processEnv,
  PORT: processEnv.PORT.default(8105).describe('Port of the service.'),
  ...mongoEnv,
  ...kafkaEnv,
  ...identityEnv,
};
export type AiConfig = z.infer<z.ZodObject<typeof Env>>;

/** @throws ConfigError with one line per missing or invalid variable. */
export const loadAiConfig = (env?: Record<string, string | undefined>): AiConfig => loadConfig(Env, env);
