import { ConfigError } from '@hamkhan/platform/config';
import { describe, expect, it } from '@jest/globals';
import { loadGatewayConfig } from './config.js';

const env = { KAFKA_BROKERS: '127.0.0.1:9092', IDENTITY_SECRET: 'x'.repeat(32) };
const problemsOf = (more: Record<string, string>): readonly string[] => {
  try {
    loadGatewayConfig({ ...env, ...more });
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

describe('the configuration of the gateway', () => {
  it('trusts no proxy and uses the local services by default', () => {
    const config = loadGatewayConfig(env);
    expect(config).toMatchObject({
      TRUSTED_PROXIES: [],
      PORT: 8080,
      AUTH_URL: 'http://127.0.0.1:8101',
      AI_URL: 'http://127.0.0.1:8105',
    });
    expect(config.WEB_ROOT).toMatch(/\/web\/dist$/);
  });

  it('reads IPv4 and IPv6 addresses and networks', () => {
    const { TRUSTED_PROXIES } = loadGatewayConfig({ ...env, TRUSTED_PROXIES: '10.0.0.0/8, ::1, 192.0.2.7' });
    expect(TRUSTED_PROXIES).toEqual(['10.0.0.0/8', '::1', '192.0.2.7']);
  });

  it.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '::1/x'])(
    'rejects the network %s',
    (value) => {
      expect(problemsOf({ TRUSTED_PROXIES: value })).toEqual([expect.stringMatching(/^TRUSTED_PROXIES: /)]);
    },
  );

  it('names every invalid variable but no value', () => {
    const problems = problemsOf({ IDENTITY_SECRET: 'short', AUTH_URL: 'ftp://x', PORT: '0' });
    expect(problems.map((problem) => problem.split(':')[0])).toEqual(['PORT', 'IDENTITY_SECRET', 'AUTH_URL']);
    expect(problems.join()).not.toContain('short');
  });
});
