import { describe, expect, it } from '@jest/globals';
import { type CodeBinding, codeKey, isSameMac, macOfCode, newCode } from './code.domain.js';

const key = codeKey('a secret of the tests');
const binding: CodeBinding = { requestId: 'r', purpose: 'register', mobile: '09120000001' };
const mac = macOfCode(key, binding, '123456');

describe('codes', () => {
  it('are six digits, also when they begin with zeros', () => {
    const codes = Array.from({ length: 500 }, newCode);
    expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
    expect(new Set(codes).size).toBeGreaterThan(490);
    expect(codes.some((code) => code.startsWith('0'))).toBe(true);
  });

  it.each([
    ['another code', binding, '123457'],
    ['another request', { ...binding, requestId: 'q' }, '123456'],
    ['another purpose', { ...binding, purpose: 'reset' as const }, '123456'],
    ['another mobile', { ...binding, mobile: '09120000002' }, '123456'],
  ])('are not good with %s', (_, other, code) => {
    expect(isSameMac(mac, macOfCode(key, other, code))).toBe(false);
  });

  it('are good for what they were asked for, with the same secret', () => {
    expect(isSameMac(mac, macOfCode(codeKey('a secret of the tests'), binding, '123456'))).toBe(true);
    expect(isSameMac(mac, macOfCode(codeKey('another'), binding, '123456'))).toBe(false);
  });
});
