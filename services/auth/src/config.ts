import { identityEnv, kafkaEnv, loadConfig, mongoEnv, processEnv } from '@hamkhan/platform/config';
import { z } from 'zod';

const count = z.coerce.number().int().positive();

export const Env = {
  ...processEnv,
  PORT: processEnv.PORT.default(8101),
  ...mongoEnv,
  ...kafkaEnv,
  ...identityEnv,
  /** A session that was not used for so long has ended (C06). */
  SESSION_IDLE_DAYS: count.default(30),
  /** Failed logins of one name from one address before it is made to wait (C08). */
  LOGIN_FAILURES_MAX: count.default(10),
  LOGIN_FAILURES_MINUTES: count.default(15),
  /** Username checks from one address (C08). */
  USERNAME_CHECKS_PER_MINUTE: count.default(30),
  USERNAME_CHECKS_PER_DAY: count.default(200),
  /** Passwords hashed at the same time; each takes 19 MiB and a thread. */
  PASSWORD_HASHES_AT_ONCE: count.max(64).default(2),
  /** Used by the role `seed` only: the account a newcomer signs in with. */
  DEMO_USERNAME: z.string().trim().min(1).default('09120000001'),
  DEMO_PASSWORD: z.string().min(6).default('hamkhan-demo'),
  DEMO_FIRST_NAME: z.string().default('خوانندهٔ'),
  DEMO_LAST_NAME: z.string().default('نمونه'),
};
export type AuthConfig = z.infer<z.ZodObject<typeof Env>>;

/** @throws ConfigError with a line for each variable that is missing or wrong. */
export const loadAuthConfig = (env?: Record<string, string | undefined>): AuthConfig => loadConfig(Env, env);

/** Injects the configuration of the service. */
export const CONFIG = Symbol('config');
