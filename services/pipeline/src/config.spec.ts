import { describe, expect, it } from '@jest/globals';
import { loadPipelineConfig, sandboxMode } from './config.js';

const BASE = {
  PORT: '8103',
  MONGODB_URI: 'mongodb://localhost:27017',
  KAFKA_BROKERS: 'localhost:9092',
  REDIS_URL: 'redis://localhost:6379',
  S3_ENDPOINT: 'http://localhost:9000',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'secret',
  IDENTITY_SECRET: 'x'.repeat(32),
};
const modeOf = (env: Record<string, string>) => sandboxMode(loadPipelineConfig({ ...BASE, ...env }));

describe('sandboxMode', () => {
  it('requires every layer in production, unless it is told otherwise', () => {
    expect(modeOf({})).toBe('available');
    expect(modeOf({ DEPLOYMENT: 'production' })).toBe('required');
    expect(modeOf({ DEPLOYMENT: 'production', SANDBOX: 'available' })).toBe('available');
    expect(modeOf({ SANDBOX: 'required' })).toBe('required');
  });

  it('rejects another word', () => {
    expect(() => modeOf({ SANDBOX: 'yes' })).toThrow('SANDBOX');
  });
});
