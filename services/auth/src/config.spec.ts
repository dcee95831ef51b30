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

describe('loadAuthConfig', () => {
  it('sends nothing on a developer’s machine', () => {
    expect(loadAuthConfig(BASE)).toMatchObject({ DEPLOYMENT: 'local', SMS_PROVIDER: 'console' });
  });

  it('never lays codes down for reading in production', () => {
    expect(() => loadAuthConfig({ ...BASE, DEPLOYMENT: 'production' })).toThrow(/SMS_PROVIDER/);
    expect(loadAuthConfig({ ...BASE, ...KAVENEGAR, DEPLOYMENT: 'production' }).SMS_PROVIDER).toBe(
      'kavenegar',
    );
  });

  it('asks for what the provider needs, and for an address nobody listens in on', () => {
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
