import { describe, expect, it } from '@jest/globals';
import { type CodeBinding, codeKey, isSameMac, codeMac, newCode } from './code.domain.js';

const key = codeKey('a secret of the tests');
const binding: CodeBinding = { requestId: 'r', purpose: 'register', mobile: '09120000001' };
const mac = codeMac(key, binding, '123456');

describe('codes', () => {
  it('have six digits, with leading zeros', () => {
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
  ])('do not match with %s', (_, other, code) => {
    expect(isSameMac(mac, codeMac(key, other, code))).toBe(false);
  });

  it('match their own binding and secret only', () => {
    expect(isSameMac(mac, codeMac(codeKey('a secret of the tests'), binding, '123456'))).toBe(true);
    expect(isSameMac(mac, codeMac(codeKey('another'), binding, '123456'))).toBe(false);
  });
});
