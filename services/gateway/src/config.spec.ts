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
  it('trusts nobody and knows its neighbours by default', () => {
    const config = loadGatewayConfig(env);
    expect(config.TRUSTED_PROXIES.check('127.0.0.1')).toBe(false);
    expect(config).toMatchObject({
      PORT: 8080,
      AUTH_URL: 'http://127.0.0.1:8101',
      AI_URL: 'http://127.0.0.1:8105',
    });
    expect(config.WEB_ROOT).toMatch(/\/web\/dist$/);
  });

  it('reads addresses and networks of both families', () => {
    const { TRUSTED_PROXIES } = loadGatewayConfig({ ...env, TRUSTED_PROXIES: '10.0.0.0/8, ::1, 192.0.2.7' });
    expect(TRUSTED_PROXIES.check('10.9.8.7')).toBe(true);
    expect(TRUSTED_PROXIES.check('::1', 'ipv6')).toBe(true);
    expect(TRUSTED_PROXIES.check('192.0.2.7')).toBe(true);
    expect(TRUSTED_PROXIES.check('192.0.2.8')).toBe(false);
  });

  it.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '::1/x'])(
    'refuses the network %s',
    (value) => {
      expect(problemsOf({ TRUSTED_PROXIES: value })).toEqual([expect.stringMatching(/^TRUSTED_PROXIES: /)]);
    },
  );

  it('names everything that is wrong at once, and no value', () => {
    const problems = problemsOf({ IDENTITY_SECRET: 'short', AUTH_URL: 'ftp://x', PORT: '0' });
    expect(problems.map((problem) => problem.split(':')[0])).toEqual(['PORT', 'IDENTITY_SECRET', 'AUTH_URL']);
    expect(problems.join()).not.toContain('short');
  });
});
