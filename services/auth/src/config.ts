import {
  ConfigError,
  identityEnv,
  kafkaEnv,
  loadConfig,
  mongoEnv,
  objectStoreEnv,
  processEnv,
  redisEnv,
} from '@hamkhan/platform/config';
import { z } from 'zod';

const count = z.coerce.number().int().positive();

/** Only a provider on this very machine, a stand-in of the tests, is spoken to without TLS. */
const isSafeAddress = (address: string): boolean => {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || hostname === '127.0.0.1' || hostname === 'localhost';
};

export const Env = {
  ...processEnv,
  PORT: processEnv.PORT.default(8101),
  ...mongoEnv,
  ...kafkaEnv,
  ...redisEnv,
  ...objectStoreEnv,
  ...identityEnv,
  /** `production`: for readers. `local`: on a machine of a developer or a tester, where codes may be read without a telephone. */
  DEPLOYMENT: z.enum(['local', 'production']).default('local'),
  /** A session that was not used for so long has ended (C06). */
  SESSION_IDLE_DAYS: count.default(30),
  /** Failed logins of one name from one address before it is made to wait (C08). */
  LOGIN_FAILURES_MAX: count.default(10),
  LOGIN_FAILURES_MINUTES: count.default(15),
  /** Logins from one address, right or wrong; a campus or a carrier may stand behind one. */
  LOGINS_PER_HOUR_AND_ADDRESS: count.default(600),
  /** Username checks from one address (C08). */
  USERNAME_CHECKS_PER_MINUTE: count.default(30),
  USERNAME_CHECKS_PER_DAY: count.default(200),
  /** Codes by SMS (C08): how long one is good, and how many may be asked for. */
  CODE_MINUTES: count.default(5),
  CODE_TRIES_MAX: count.default(5),
  CODE_PAUSE_SECONDS: count.default(60),
  CODES_PER_HOUR: count.default(5),
  CODES_PER_DAY: count.default(10),
  CODES_PER_HOUR_AND_ADDRESS: count.default(20),
  /** Pictures and answers of captchas from one address. */
  CAPTCHAS_PER_MINUTE: count.default(30),
  /** After so long a session is asked for the password again before the mobile of the account is changed. */
  PASSWORD_AGAIN_MINUTES: count.default(15),
  /** Passwords hashed at the same time; each takes 19 MiB and a thread. */
  PASSWORD_HASHES_AT_ONCE: count.max(64).default(2),
  /** `console` sends nothing; what it would send is read at /internal/sms of this service's own port. */
  SMS_PROVIDER: z.enum(['console', 'kavenegar']).default('console'),
  KAVENEGAR_URL: z
    .url({ protocol: /^https?$/ })
    .refine(isSafeAddress, 'must begin with https://')
    .default('https://api.kavenegar.com'),
  KAVENEGAR_API_KEY: z.string().default(''),
  /** Name of the approved template for codes; `%token` in it is the code. */
  KAVENEGAR_TEMPLATE: z.string().default(''),
  /** Name of the approved template that tells an old mobile of the new one; `%token` in it is how the new one ends. */
  KAVENEGAR_NOTICE_TEMPLATE: z.string().default(''),
  /** Used by the role `seed` only: the account a newcomer signs in with. */
  DEMO_USERNAME: z.string().trim().min(1).default('09120000001'),
  DEMO_PASSWORD: z.string().min(6).default('hamkhan-demo'),
  DEMO_FIRST_NAME: z.string().default('خوانندهٔ'),
  DEMO_LAST_NAME: z.string().default('نمونه'),
};
export type AuthConfig = z.infer<z.ZodObject<typeof Env>>;

/** @throws ConfigError with one line per missing or invalid variable. */
export function loadAuthConfig(env?: Record<string, string | undefined>): AuthConfig {
  const config = loadConfig(Env, env);
  const problems: string[] = [];
  if (config.SMS_PROVIDER === 'kavenegar') {
    for (const name of ['KAVENEGAR_API_KEY', 'KAVENEGAR_TEMPLATE', 'KAVENEGAR_NOTICE_TEMPLATE'] as const) {
      if (config[name] === '') problems.push(`${name} is not set`);
    }
  } else if (config.DEPLOYMENT === 'production') {
    problems.push('SMS_PROVIDER: console is for local use; codes would reach nobody');
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** Injects the configuration of the service. */
export const CONFIG = Symbol('config');
