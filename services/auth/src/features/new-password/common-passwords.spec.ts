import { describe, expect, it } from '@jest/globals';
import { CommonPasswords } from './common-passwords.js';

describe('CommonPasswords', () => {
  const passwords = new CommonPasswords();

  it.each(['123456', 'password', 'PassWord', 'qwerty123', 'tecumseh'])('has %s', async (password) => {
    expect(await passwords.has(password)).toBe(true);
  });

  it.each(['correct-horse-9', 'hamkhan-demo', 'v9#kTz2'])('does not have %s', async (password) => {
    expect(await passwords.has(password)).toBe(false);
  });
});
