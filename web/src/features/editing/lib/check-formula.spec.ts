import { describe, expect, it } from '@jest/globals';
import { checkFormula } from './check-formula.js';

describe('checkFormula', () => {
  it.each(['\\frac{a}{b}', ''])('%j has no error', async (latex) => {
    expect(await checkFormula(latex)).toBeNull();
  });

  it.each([
    ['\\foo', { kind: 'unknownCommand', what: '\\foo', at: 1 }],
    ['x + \\frac{a}{', { kind: 'missing', what: '}' }],
    ['a }', { kind: 'unexpected', what: '}', at: 3 }],
    ['x^', { kind: 'arguments', what: '^' }],
    ['x'.repeat(6000), { kind: 'long' }],
  ])('%j: %j', async (latex, expected) => {
    expect(await checkFormula(latex)).toMatchObject(expected);
  });
});
