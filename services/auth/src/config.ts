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

/** OWASP Password Storage Cheat Sheet for argon2id with one lane: 19 MiB and two passes. */
const MIN_HASH_MEMORY_KIB = 19_456;
const MIN_HASH_PASSES = 2;

/** Plain HTTP is allowed for the local machine only, where tests run a fake provider. */
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
  /** `local` lets developers and tests read SMS codes without a phone; `production` forbids it. */
  DEPLOYMENT: z.enum(['local', 'production']).default('local'),
  /** A session ends after this many days without use (C06). */
  SESSION_IDLE_DAYS: count.default(30),
  /** Failed logins of one name from one address within the window (C08). */
  LOGIN_FAILURES_MAX: count.default(10),
  LOGIN_FAILURES_WINDOW_MINUTES: count.default(15),
  /** Login attempts from one address, successful or not. A campus or a carrier can share one address. */
  LOGINS_PER_HOUR_PER_ADDRESS: count.default(600),
  /** Username checks from one address (C08). */
  USERNAME_CHECKS_PER_MINUTE: count.default(30),
  USERNAME_CHECKS_PER_DAY: count.default(200),
  /** SMS codes (C08): lifetime, attempts, and limits of requests. */
  CODE_MINUTES: count.default(5),
  CODE_ATTEMPTS_MAX: count.default(5),
  CODE_RESEND_SECONDS: count.default(60),
  CODES_PER_HOUR: count.default(5),
  CODES_PER_DAY: count.default(10),
  CODES_PER_HOUR_PER_ADDRESS: count.default(20),
  /** Captcha requests from one address: images, audio and answers. */
  CAPTCHAS_PER_MINUTE: count.default(30),
  /** A session older than this needs the password to change the mobile number of the account. */
  REAUTHENTICATION_MINUTES: count.default(15),
  /** Passwords hashed in parallel; each takes `PASSWORD_HASH_MEMORY_KIB` and a thread. */
  PASSWORD_HASH_CONCURRENCY: count.max(64).default(2),
  /** Cost of a password hash (argon2id). Production requires at least the defaults. */
  PASSWORD_HASH_MEMORY_KIB: count.min(1_024).default(MIN_HASH_MEMORY_KIB),
  PASSWORD_HASH_PASSES: count.default(MIN_HASH_PASSES),
  /** `console` sends nothing; read the messages at /internal/sms on the port of this service. */
  SMS_PROVIDER: z.enum(['console', 'kavenegar']).default('console'),
  KAVENEGAR_URL: z
    .url({ protocol: /^https?$/ })
    .refine(isSafeAddress, 'must begin with https://')
    .default('https://api.kavenegar.com'),
  KAVENEGAR_API_KEY: z.string().default(''),
  /** Name of the approved template for codes; `%token` in it is the code. */
  KAVENEGAR_TEMPLATE: z.string().default(''),
  /** Name of the approved template that notifies the old mobile number of a change; `%token` in it is the end of the new number. */
  KAVENEGAR_NOTICE_TEMPLATE: z.string().default(''),
  /** The demo account, created by the role `seed`. */
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
    problems.push('SMS_PROVIDER: console is for local use only; it sends no codes');
  }
  if (config.DEPLOYMENT === 'production') {
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
