import { ALL_ROUTES } from '@hamkhan/contracts/routes/all-routes';
import { configuredLimit } from '@hamkhan/platform/limits/configured-limit';
import { describe, expect, it } from '@jest/globals';
import { loadAuthConfig } from './config.js';

const BASE = {
  MONGODB_URI: 'mongodb://127.0.0.1/',
  KAFKA_BROKERS: '127.0.0.1:9092',
  REDIS_URL: 'redis://127.0.0.1:6379',
  S3_ENDPOINT: 'http://127.0.0.1:9000',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'secret',
  IDENTITY_SECRET: 'x'.repeat(32),
};
const KAVENEGAR = {
  SMS_PROVIDER: 'kavenegar',
  KAVENEGAR_API_KEY: 'key',
  KAVENEGAR_TEMPLATE: 'codes',
  KAVENEGAR_NOTICE_TEMPLATE: 'notices',
};

const SECOND_FACTOR_KEY = 'k'.repeat(32);

describe('loadAuthConfig', () => {
  it('defaults to local deployment with the console SMS provider', () => {
    expect(loadAuthConfig(BASE)).toMatchObject({ DEPLOYMENT: 'local', SMS_PROVIDER: 'console' });
  });

  it('defaults to the rate limits of the route table', () => {
    const limits = ALL_ROUTES.flatMap(({ route }) => (route.service === 'auth' ? (route.limits ?? []) : []));
    const config = loadAuthConfig(BASE) as unknown as Record<string, number>;
    expect(limits.map((limit) => configuredLimit(limit, config))).toEqual(limits);
    expect(limits.flatMap(({ setting }) => setting ?? []).filter((name) => !(name in config))).toEqual([]);
  });

  it('rejects the console SMS provider in production', () => {
    expect(() => loadAuthConfig({ ...BASE, DEPLOYMENT: 'production' })).toThrow(/SMS_PROVIDER/);
    const production = { ...BASE, ...KAVENEGAR, SECOND_FACTOR_KEY, DEPLOYMENT: 'production' };
    expect(loadAuthConfig(production).SMS_PROVIDER).toBe('kavenegar');
  });

  it('requires a key for second factors in production, the local one being known to everybody', () => {
    expect(() => loadAuthConfig({ ...BASE, ...KAVENEGAR, DEPLOYMENT: 'production' })).toThrow(
      /SECOND_FACTOR_KEY/,
    );
    expect(() => loadAuthConfig({ ...BASE, SECOND_FACTOR_KEY: 'short' })).toThrow(/SECOND_FACTOR_KEY/);
    expect(loadAuthConfig(BASE).SECOND_FACTOR_KEY.length).toBeGreaterThanOrEqual(32);
  });

  it('rejects weak password hashing in production only', () => {
    const weak = { ...BASE, ...KAVENEGAR, PASSWORD_HASH_MEMORY_KIB: '1024', PASSWORD_HASH_PASSES: '1' };
    expect(loadAuthConfig(weak)).toMatchObject({ PASSWORD_HASH_MEMORY_KIB: 1_024, PASSWORD_HASH_PASSES: 1 });
    expect(() => loadAuthConfig({ ...weak, DEPLOYMENT: 'production' })).toThrow(
      /PASSWORD_HASH_MEMORY_KIB[\s\S]*PASSWORD_HASH_PASSES/,
    );
  });

  it('requires the settings of the SMS provider and an https address', () => {
    expect(() => loadAuthConfig({ ...BASE, SMS_PROVIDER: 'kavenegar' })).toThrow(
      /KAVENEGAR_API_KEY[\s\S]*KAVENEGAR_TEMPLATE[\s\S]*KAVENEGAR_NOTICE_TEMPLATE/,
    );
    const plain = { ...BASE, ...KAVENEGAR, KAVENEGAR_URL: 'http://sms.example' };
    expect(() => loadAuthConfig(plain)).toThrow(/KAVENEGAR_URL/);
    expect(loadAuthConfig({ ...plain, KAVENEGAR_URL: 'http://127.0.0.1:9999' }).KAVENEGAR_URL).toContain(
      '9999',
    );
  });
});
