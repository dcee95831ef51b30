import { describe, expect, it } from '@jest/globals';
import { SecretBox } from './secret-box.domain.js';

const box = new SecretBox('a setting of at least thirty-two letters');
const other = new SecretBox('another setting of thirty-two letters');
const SECRET = Buffer.from('12345678901234567890');

describe('SecretBox', () => {
  it('opens what it sealed, and seals the same secret differently each time', () => {
    const [one, two] = [box.seal(SECRET, 'u1'), box.seal(SECRET, 'u1')];
    expect(box.open(one, 'u1')).toEqual(SECRET);
    expect(one).not.toBe(two);
    expect(Buffer.from(one, 'base64url').includes(SECRET)).toBe(false);
  });

  it('opens nothing of another user or key, and nothing that was changed', () => {
    const sealed = box.seal(SECRET, 'u1');
    expect(() => box.open(sealed, 'u2')).toThrow();
    expect(() => other.open(sealed, 'u1')).toThrow();
    expect(() => box.open(`${sealed.slice(0, -2)}AA`, 'u1')).toThrow();
    expect(() => box.open('', 'u1')).toThrow();
  });

  it('hashes a recovery code by user and key', () => {
    const hash = box.hash('ABCDEFGHIJ', 'u1');
    expect(box.hash('ABCDEFGHIJ', 'u1')).toBe(hash);
    expect(new Set([hash, box.hash('ABCDEFGHIJ', 'u2'), other.hash('ABCDEFGHIJ', 'u1')]).size).toBe(3);
  });
});
