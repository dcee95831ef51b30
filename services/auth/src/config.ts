import {
  ACCOUNT_FAILURES,
  ACCOUNT_FAILURES_WITH_CAPTCHA,
  CAPTCHAS,
  CODE_PAUSE,
  CODES_IN_ALL,
  CODES_PER_ADDRESS,
  CODES_PER_DAY,
  CODES_PER_HOUR,
  CODES_WITHOUT_CAPTCHA,
  LOGIN_FAILURES,
  LOGINS_PER_ADDRESS,
  SECOND_FACTOR_GUESSES,
  USERNAME_CHECKS_PER_DAY,
  USERNAME_CHECKS_PER_MINUTE,
} from '@hamkhan/contracts/rate-limits';
import {
  ConfigError,
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

const count = z.coerce.number().int().positive();

/** OWASP Password Storage Cheat Sheet for argon2id with one lane: 19 MiB and two passes. */
const MIN_HASH_MEMORY_KIB = 19_456;
const MIN_HASH_PASSES = 2;

/** Plain HTTP is allowed for the local machine only, where tests run a fake provider. */
const isSafeAddress = (address: string): boolean => {
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || hostname === '127.0.0.1' || hostname === 'localhost';
};

/** Known to everybody, so for local use only. */
const LOCAL_SECOND_FACTOR_KEY = 'local-use-only-second-factor-key-0';

export const Env = {
  ...processEnv,
  PORT: processEnv.PORT.default(8101).describe('Port of the service.'),
  ...mongoEnv,
  ...kafkaEnv,
  ...redisEnv,
  ...objectStoreEnv,
  ...identityEnv,
  ...sandboxEnv,
  SESSION_IDLE_DAYS: count.default(30).describe('Days without use after which a session ends (C06).'),
  SESSION_MAX_DAYS: count
    .default(90)
    .describe('Days after its sign-in at which a session ends, however much it is used.'),
  LOGIN_FAILURES_MAX: count
    .default(LOGIN_FAILURES.max)
    .describe('Failed sign-ins of one name from one address before it must wait (C08).'),
  LOGIN_FAILURES_WINDOW_MINUTES: count
    .default(LOGIN_FAILURES.windowMs / 60_000)
    .describe('Minutes over which failed sign-ins are counted.'),
  LOGINS_PER_HOUR_PER_ADDRESS: count
    .default(LOGINS_PER_ADDRESS.max)
    .describe('Sign-ins an hour from one address, successful or not; a campus may share one.'),
  LOGIN_FAILURES_PER_ACCOUNT: count
    .default(ACCOUNT_FAILURES.max)
    .describe('Failed sign-ins an hour of one account from unknown addresses before each needs a captcha.'),
  LOGIN_FAILURES_PER_ACCOUNT_WITH_CAPTCHA: count
    .default(ACCOUNT_FAILURES_WITH_CAPTCHA.max)
    .describe('Failed sign-ins an hour of one account with a captcha before unknown addresses must wait.'),
  KNOWN_ADDRESS_DAYS: count
    .default(90)
    .describe('Days after a sign-in during which its address is known to the account.'),
  USERNAME_CHECKS_PER_MINUTE: count
    .default(USERNAME_CHECKS_PER_MINUTE.max)
    .describe('Username checks a minute from one address (C08).'),
  USERNAME_CHECKS_PER_DAY: count
    .default(USERNAME_CHECKS_PER_DAY.max)
    .describe('Username checks a day from one address before a captcha is required.'),
  CODE_MINUTES: count.default(5).describe('Minutes an SMS code is valid (C08).'),
  CODE_ATTEMPTS_MAX: count.default(5).describe('Wrong entries before a code is invalid.'),
  CODE_RESEND_SECONDS: count
    .default(CODE_PAUSE.windowMs / 1_000)
    .describe('Seconds between two codes for one mobile.'),
  CODES_PER_HOUR: count.default(CODES_PER_HOUR.max).describe('Codes an hour for one mobile.'),
  CODES_PER_DAY: count.default(CODES_PER_DAY.max).describe('Codes a day for one mobile.'),
  CODES_PER_HOUR_WITHOUT_CAPTCHA: count
    .default(CODES_WITHOUT_CAPTCHA.max)
    .describe('Codes an hour that guests request for one mobile before each needs a captcha.'),
  CODES_PER_DAY_IN_ALL: count
    .default(CODES_IN_ALL.max)
    .describe('Codes a day for all mobiles together; above it no SMS is sent.'),
  CODES_PER_HOUR_PER_ADDRESS: count.default(CODES_PER_ADDRESS.max).describe('Codes an hour for one address.'),
  CAPTCHAS_PER_MINUTE: count
    .default(CAPTCHAS.max)
    .describe('Captcha images and answers a minute for one address.'),
  SECURITY_LOG_DAYS: count.default(365).describe('Days that entries of the security log are kept.'),
  SECURITY_BURST_PER_MINUTE: count
    .default(60)
    .describe(
      'Equal security events a minute of one address or account that count as a burst (`app_security_bursts_total`).',
    ),
  SECOND_FACTOR_GUESSES_PER_HOUR: count
    .default(SECOND_FACTOR_GUESSES.max)
    .describe('Wrong codes of a second factor an hour for one account before it must wait.'),
  SECOND_FACTOR_KEY: z
    .string()
    .min(32, 'must have at least 32 characters')
    .default(LOCAL_SECOND_FACTOR_KEY)
    .describe(
      'Encrypts the secrets of second factors; at least 32 characters, required in production. If it is lost, staff must enrol again.',
    ),
  ACCOUNT_DELETION_DAYS: count
    .max(90)
    .default(7)
    .describe('Days between the request to delete an account and its deletion; signing in cancels it.'),
  REAUTHENTICATION_MINUTES: count
    .default(15)
    .describe('Age of a session, in minutes, after which changing the mobile requires the password.'),
  PASSWORD_HASH_CONCURRENCY: count
    .max(64)
    .default(2)
    .describe('Password hashes computed at the same time; each takes 19 MiB and a thread.'),
  PASSWORD_HASH_MEMORY_KIB: count
    .min(1_024)
    .default(MIN_HASH_MEMORY_KIB)
    .describe('Memory of one password hash, in KiB; tests lower it.'),
  PASSWORD_HASH_PASSES: count
    .default(MIN_HASH_PASSES)
    .describe('Passes of one password hash; only tests lower it.'),
  SMS_PROVIDER: z
    .enum(['console', 'kavenegar'])
    .default('console')
    .describe('`console` sends nothing and shows messages at /internal/sms of the service port.'),
  KAVENEGAR_URL: z
    .url({ protocol: /^https?$/ })
    .refine(isSafeAddress, 'must begin with https://')
    .default('https://api.kavenegar.com')
    .describe('Address of the Kavenegar API.'),
  KAVENEGAR_API_KEY: z.string().default('').describe('Kavenegar API key.'),
  KAVENEGAR_TEMPLATE: z
    .string()
    .default('')
    .describe('Approved template for codes; its `%token` is the code.'),
  KAVENEGAR_NOTICE_TEMPLATE: z
    .string()
    .default('')
    .describe('Approved template that notifies the old mobile; its `%token` is the end of the new number.'),
  DEMO_USERNAME: z
    .string()
    .trim()
    .min(1)
    .default('09120000001')
    .describe('Role `seed` only: username of the demo account.'),
  DEMO_PASSWORD: z
    .string()
    .min(6)
    .default('hamkhan-demo')
    .describe('Role `seed` only: password of the demo account.'),
  DEMO_FIRST_NAME: z
    .string()
    .default('خوانندهٔ')
    .describe('Role `seed` only: first name of the demo account.'),
  DEMO_LAST_NAME: z.string().default('نمونه').describe('Role `seed` only: last name of the demo account.'),
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
    problems.push('SMS_PROVIDER: console is for local use only; it sends no codes');
  }
  if (config.DEPLOYMENT === 'production') {
    if (config.SECOND_FACTOR_KEY === LOCAL_SECOND_FACTOR_KEY) problems.push('SECOND_FACTOR_KEY: is not set');
    if (config.PASSWORD_HASH_MEMORY_KIB < MIN_HASH_MEMORY_KIB) {
      problems.push(`PASSWORD_HASH_MEMORY_KIB: must be at least ${MIN_HASH_MEMORY_KIB} in production`);
    }
    if (config.PASSWORD_HASH_PASSES < MIN_HASH_PASSES) {
      problems.push(`PASSWORD_HASH_PASSES: must be at least ${MIN_HASH_PASSES} in production`);
    }
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** Injects the configuration of the service. */
export const CONFIG = Symbol('config');
