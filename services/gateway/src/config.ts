import { identityEnv, kafkaEnv, loadConfig, processEnv } from '@hamkhan/platform/config';
import { z } from 'zod';

const Network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
const origin = (port: number) => z.url({ protocol: /^https?$/ }).default(`http://127.0.0.1:${port}`);

const count = (standard: number) => z.coerce.number().int().min(1).default(standard);

/** Comma-separated addresses and networks, e.g. `10.0.0.0/8, ::1`. */
const Networks = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  )
  .refine((entries) => entries.every((entry) => Network.safeParse(entry).success), {
    message: 'must be addresses or networks, separated by commas',
  });

export const Env = {
  ...processEnv,
  PORT: processEnv.PORT.default(8080).describe('Port of the service.'),
  ...kafkaEnv,
  ...identityEnv,
  AUTH_URL: origin(8101).describe('Address of auth.'),
  DOCUMENTS_URL: origin(8102).describe('Address of documents.'),
  PIPELINE_URL: origin(8103).describe('Address of pipeline.'),
  FINANCE_URL: origin(8104).describe('Address of finance.'),
  AI_URL: origin(8105).describe('Address of ai.'),
  TRUSTED_PROXIES: Networks.describe(
    'Proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted: addresses and networks, separated by commas.',
  ),
  OPEN_REQUESTS_PER_ADDRESS: count(128).describe(
    'Requests to the API that one address may have open at the same time (an IPv4 address or an IPv6 /64 network).',
  ),
  OPEN_REQUESTS_PER_USER: count(64).describe(
    'Requests to the API that one user may have open at the same time.',
  ),
  EVENT_STREAMS_PER_ADDRESS: count(60).describe(
    'Event streams that the guests of one address may have open.',
  ),
  EVENT_STREAMS_PER_USER: count(30).describe('Event streams that one user may have open.'),
  BODY_TIMEOUT_SECONDS: count(15).describe(
    'Seconds until the body of a request must have arrived; uploads have a rate.',
  ),
  BODY_MEMORY_MB: count(256).describe(
    'Memory for bodies that are still arriving; beyond it the oldest is refused.',
  ),
  UPLOAD_MIN_BYTES_PER_SECOND: count(8_192).describe('Slowest average rate of an upload.'),
  UPLOAD_RATE_WINDOW_SECONDS: count(15).describe(
    'Seconds over which the rate of an upload is averaged; the first as many seconds do not count.',
  ),
  WEB_ROOT: z
    .string()
    .min(1)
    .default(new URL('../../../web/dist', import.meta.url).pathname)
    .describe('Folder of the built web application.'),
};
export type GatewayConfig = z.infer<z.ZodObject<typeof Env>>;

/** @throws ConfigError with one line per missing or invalid variable. */
export const loadGatewayConfig = (env?: Record<string, string | undefined>): GatewayConfig =>
  loadConfig(Env, env);

/** Injects the configuration of the gateway. */
export const CONFIG = Symbol('config');
