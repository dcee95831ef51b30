import { BlockList, isIP } from 'node:net';
import { identityEnv, kafkaEnv, loadConfig, processEnv } from '@hamkhan/platform/config';
import { z } from 'zod';

const origin = (port: number) => z.url({ protocol: /^https?$/ }).default(`http://127.0.0.1:${port}`);

/** Addresses and networks (`10.0.0.0/8, ::1`) as a list to ask; empty trusts nobody. */
const Networks = z
  .string()
  .default('')
  .transform((value, context) => {
    const list = new BlockList();
    for (const entry of value.split(',').map((part) => part.trim())) {
      if (entry === '') continue;
      const [address = '', bits, ...rest] = entry.split('/');
      const family = isIP(address);
      const width = family === 6 ? 128 : 32;
      const prefix = bits === undefined ? width : Number(bits);
      if (family === 0 || rest.length > 0 || !/^\d*$/.test(bits ?? '') || prefix > width || bits === '') {
        context.addIssue({ code: 'custom', message: 'must be addresses or networks, separated by commas' });
        return z.NEVER;
      }
      list.addSubnet(address, prefix, family === 6 ? 'ipv6' : 'ipv4');
    }
    return list;
  });

export const Env = {
  ...processEnv,
  PORT: processEnv.PORT.default(8080),
  ...kafkaEnv,
  ...identityEnv,
  AUTH_URL: origin(8101),
  DOCUMENTS_URL: origin(8102),
  PIPELINE_URL: origin(8103),
  FINANCE_URL: origin(8104),
  AI_URL: origin(8105),
  /** Proxies in front of us whose X-Forwarded-For and X-Forwarded-Proto are believed. */
  TRUSTED_PROXIES: Networks,
  /** Folder of the built web application. */
  WEB_ROOT: z
    .string()
    .min(1)
    .default(new URL('../../../web/dist', import.meta.url).pathname),
};
export type GatewayConfig = z.infer<z.ZodObject<typeof Env>>;

/** @throws ConfigError with one line per missing or invalid variable. */
export const loadGatewayConfig = (env?: Record<string, string | undefined>): GatewayConfig =>
  loadConfig(Env, env);

/** Injects the configuration of the gateway. */
export const CONFIG = Symbol('config');
