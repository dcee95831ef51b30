import { describe, expect, it } from '@jest/globals';
import type { Sandbox } from './sandbox.js';
import { SandboxSource } from './sandbox-source.js';

const sandbox: Sandbox = {
  isolation: { name: 'test', start: () => Promise.reject(new Error('unused')) },
  layers: [],
  missing: [],
};

describe('SandboxSource', () => {
  it('prepares once, and again after a failure', async () => {
    let calls = 0;
    const source = new SandboxSource(() => {
      calls += 1;
      return calls === 1 ? Promise.reject(new Error('no server yet')) : Promise.resolve(sandbox);
    });
    await expect(source.get()).rejects.toThrow('no server yet');
    expect(await Promise.all([source.get(), source.get()])).toEqual([sandbox, sandbox]);
    expect(calls).toBe(2);
  });
});
