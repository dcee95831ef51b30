import { describe, expect, it } from '@jest/globals';
import { checkFormula } from './check-formula.js';

describe('a formula that is being written', () => {
  it.each([
    ['\\frac{a}{b}', null],
    ['', null],
    ['\\foo', { kind: 'unknownCommand', what: '\\foo', at: 1 }],
    ['x + \\frac{a}{', { kind: 'missing', what: '}' }],
    ['a }', { kind: 'unexpected', what: '}', at: 3 }],
    ['x^', { kind: 'arguments', what: '^' }],
    ['x'.repeat(6000), { kind: 'long' }],
  ])('%j: %j', async (latex, expected) => {
    const error = await checkFormula(latex);
    if (expected === null) expect(error).toBeNull();
    else expect(error).toMatchObject(expected);
  });
});
