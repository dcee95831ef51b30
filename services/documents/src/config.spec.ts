import { ALL_ROUTES } from '@hamkhan/contracts/routes/all-routes';
import { configuredLimit } from '@hamkhan/platform/limits/configured-limit';
import { describe, expect, it } from '@jest/globals';
import { loadDocumentsConfig } from './config.js';

const BASE = {
  MONGODB_URI: 'mongodb://127.0.0.1/',
  KAFKA_BROKERS: '127.0.0.1:9092',
  REDIS_URL: 'redis://127.0.0.1:6379',
  S3_ENDPOINT: 'http://127.0.0.1:9000',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'secret',
  IDENTITY_SECRET: 'x'.repeat(32),
};

describe('loadDocumentsConfig', () => {
  it('defaults to the rate limits of the route table', () => {
    const limits = ALL_ROUTES.flatMap(({ route }) =>
      route.service === 'documents' ? (route.limits ?? []) : [],
    );
    const config = loadDocumentsConfig(BASE) as unknown as Record<string, number>;
    expect(limits.map((limit) => configuredLimit(limit, config))).toEqual(limits);
    expect(limits.flatMap(({ setting }) => setting ?? []).filter((name) => !(name in config))).toEqual([]);
  });
});
