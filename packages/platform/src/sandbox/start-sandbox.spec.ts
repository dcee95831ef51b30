import { describe, expect, it } from '@jest/globals';
import { loadConfig, sandboxEnv } from '../config.js';
import type { Logger } from '../observability/logger.js';
import { sandboxMode, startSandbox } from './start-sandbox.js';

const modeOf = (DEPLOYMENT: 'local' | 'production', env: Record<string, string> = {}) =>
  sandboxMode(loadConfig(sandboxEnv, { ...env, DEPLOYMENT }));

describe('sandboxMode', () => {
  it('requires every layer in production, unless it is told otherwise', () => {
    expect(modeOf('local')).toBe('available');
    expect(modeOf('production')).toBe('required');
    expect(modeOf('production', { SANDBOX: 'available' })).toBe('available');
    expect(modeOf('local', { SANDBOX: 'required' })).toBe('required');
  });

  it('rejects another word', () => {
    expect(() => modeOf('local', { SANDBOX: 'yes' })).toThrow('SANDBOX');
  });
});

describe('startSandbox', () => {
  it('starts without its server, and asks it again for each job', async () => {
    const warnings: unknown[] = [];
    const logger = { warn: (_: unknown, text: unknown) => warnings.push(text) } as unknown as Logger;
    const config = { DEPLOYMENT: 'production', SANDBOX_SOCKET: '/no/such/socket' } as const;
    const source = await startSandbox(config, logger);
    expect(warnings).toEqual(['the sandbox server does not answer; jobs wait']);
    await expect(source.get()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
