import { describe, expect, it } from '@jest/globals';
import { PasswordsService } from './passwords.service.js';

const passwords = new PasswordsService({ PASSWORD_HASHES_AT_ONCE: 2 });

describe('PasswordsService', () => {
  it('hashes with argon2id in the parameters OWASP names, each time with another salt', async () => {
    const [first, second] = await Promise.all([passwords.hash('secret-1'), passwords.hash('secret-1')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,p=1,t=2\$/);
    expect(first).not.toBe(second);
  });

  it('knows the right password from a wrong one', async () => {
    const hash = await passwords.hash('secret-1');
    await expect(passwords.verify(hash, 'secret-1')).resolves.toBe(true);
    await expect(passwords.verify(hash, 'secret-2')).resolves.toBe(false);
  });

  it('accepts nothing where there is no password', async () => {
    await expect(passwords.verify(null, '')).resolves.toBe(false);
  });

  it('takes as long for a name nobody has', async () => {
    const hash = await passwords.hash('secret-1');
    const known = await fastestOf(5, () => passwords.verify(hash, 'wrong-one'));
    const unknown = await fastestOf(5, () => passwords.verify(null, 'wrong-one'));
    expect(unknown).toBeGreaterThan(known * 0.4);
    expect(unknown).toBeLessThan(known * 2.5);
  });
});

/** The fastest run has the least of the machine's other work in it. */
async function fastestOf(times: number, work: () => Promise<unknown>): Promise<number> {
  let fastest = Infinity;
  for (let run = 0; run < times; run += 1) {
    const began = performance.now();
    await work();
    fastest = Math.min(fastest, performance.now() - began);
  }
  return fastest;
}
