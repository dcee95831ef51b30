import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '@hamkhan/platform/config';
import { Env } from '../../config.js';
import { PasswordHasher } from './password-hasher.service.js';

const { PASSWORD_HASH_CONCURRENCY, PASSWORD_HASH_MEMORY_KIB, PASSWORD_HASH_PASSES } = Env;
const DEFAULTS = loadConfig(
  { PASSWORD_HASH_CONCURRENCY, PASSWORD_HASH_MEMORY_KIB, PASSWORD_HASH_PASSES },
  {},
);
const CHEAP = { ...DEFAULTS, PASSWORD_HASH_MEMORY_KIB: 1_024, PASSWORD_HASH_PASSES: 1 };

/** Records the hashes that passwords are compared with. */
class RecordingHasher extends PasswordHasher {
  readonly compared: string[] = [];

  protected override compare(hash: string, password: string): Promise<boolean> {
    this.compared.push(hash);
    return super.compare(hash, password);
  }
}

/** Algorithm, version and cost of a hash. */
const costOf = (hash: string | undefined): string | undefined => hash?.split('$').slice(1, 4).join('$');

describe('PasswordHasher', () => {
  it('hashes with argon2id at the cost OWASP recommends, with a random salt', async () => {
    const hasher = new PasswordHasher(DEFAULTS);
    const [first, second] = await Promise.all([hasher.hash('secret-1'), hasher.hash('secret-1')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,p=1,t=2\$/);
    expect(first).not.toBe(second);
    await expect(hasher.verify(first, 'secret-1')).resolves.toBe(true);
  });

  it('accepts the right password only', async () => {
    const hasher = new PasswordHasher(CHEAP);
    const hash = await hasher.hash('secret-1');
    await expect(hasher.verify(hash, 'secret-1')).resolves.toBe(true);
    await expect(hasher.verify(hash, 'secret-2')).resolves.toBe(false);
  });

  it('rejects every password of an unknown user', async () => {
    await expect(new PasswordHasher(CHEAP).verify(null, '')).resolves.toBe(false);
  });

  it('does the same work for an unknown user as for a wrong password', async () => {
    const hasher = new RecordingHasher(CHEAP);
    await hasher.verify(await hasher.hash('secret-1'), 'wrong-one');
    await hasher.verify(null, 'wrong-one');
    expect(hasher.compared).toHaveLength(2);
    const [known, unknown] = hasher.compared;
    expect(costOf(known)).toBe('argon2id$v=19$m=1024,p=1,t=1');
    expect(costOf(unknown)).toBe(costOf(known));
  });
});
