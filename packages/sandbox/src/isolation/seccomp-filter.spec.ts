import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { seccompFilter } from './seccomp-filter.js';
import { allowedCalls, conditionalCalls } from './system-calls.js';

const X64 = 0xc000003e;
const ALLOWED = 0x7fff0000;
const KILLED = 0x80000000;
const NOT_PERMITTED = 0x00050001;
const UNKNOWN = 0x00050026;

/** Runs a filter as the kernel does: on the number, the architecture and the low words of the arguments of a call. */
function answer(
  filter: Buffer | null,
  call: { number: number; architecture?: number; args?: number[] },
): number {
  const data = new Map([
    [0, call.number],
    [4, call.architecture ?? X64],
    ...(call.args ?? []).map((value, index) => [16 + 8 * index, value] as const),
  ]);
  let accumulator = 0;
  for (let pc = 0; filter && pc < filter.length / 8; pc += 1) {
    const k = filter.readUInt32LE(pc * 8 + 4);
    const [jumpTrue, jumpFalse] = [filter[pc * 8 + 2] ?? 0, filter[pc * 8 + 3] ?? 0];
    const code = filter.readUInt16LE(pc * 8);
    if (code === 0x06) return k;
    if (code === 0x20) accumulator = data.get(k) ?? 0;
    else if (code === 0x15) pc += accumulator === k ? jumpTrue : jumpFalse;
    else if (code === 0x45) pc += accumulator & k ? jumpTrue : jumpFalse;
    else throw new Error(`unexpected instruction ${code}`);
  }
  throw new Error('the filter has no answer');
}

describe('seccompFilter', () => {
  const filter = seccompFilter('x64');
  const numberOf = (name: string) =>
    allowedCalls('x64').get(name) ?? conditionalCalls('x64').get(name) ?? Number.NaN;
  const call = (name: string, ...args: number[]) => answer(filter, { number: numberOf(name), args });

  it('allows each listed call and answers “not implemented” to the others', () => {
    for (const number of allowedCalls('x64').values()) expect(answer(filter, { number })).toBe(ALLOWED);
    // ptrace, socket, connect, mount, unshare, setns, bpf, io_uring_setup, memfd_create, clone3, the x32 read
    for (const number of [101, 41, 42, 165, 272, 308, 321, 425, 319, 435, 0x40000000]) {
      expect(answer(filter, { number })).toBe(UNKNOWN);
    }
  });

  it('ends a process that uses the calls of another architecture', () => {
    expect(answer(filter, { number: 0, architecture: 0x40000003 })).toBe(KILLED);
    expect(answer(seccompFilter('arm64'), { number: 63, architecture: X64 })).toBe(KILLED);
    expect(answer(seccompFilter('arm64'), { number: 63, architecture: 0xc00000b7 })).toBe(ALLOWED);
  });

  it('allows threads and processes, but no new namespace', () => {
    const newThread = 0x3d0f00;
    expect(call('clone', newThread)).toBe(ALLOWED);
    for (const flag of [0x20000, 0x10000000, 0x20000000, 0x40000000]) {
      expect(call('clone', newThread | flag)).toBe(NOT_PERMITTED);
    }
  });

  it('refuses set-id bits, typing into a terminal, and sockets that are no pair of local ends', () => {
    expect([call('chmod', 0, 0o644), call('fchmodat', 0, 0, 0o755)]).toEqual([ALLOWED, ALLOWED]);
    expect([call('chmod', 0, 0o4755), call('fchmodat', 0, 0, 0o2755)]).toEqual([
      NOT_PERMITTED,
      NOT_PERMITTED,
    ]);
    expect([call('ioctl', 1, 0x5401), call('ioctl', 1, 0x5412)]).toEqual([ALLOWED, NOT_PERMITTED]);
    expect([call('socketpair', 1), call('socketpair', 2)]).toEqual([ALLOWED, NOT_PERMITTED]);
  });

  it('is null on an architecture whose call numbers are not known', () => {
    expect(seccompFilter('riscv64')).toBeNull();
  });
});

const HEADERS = {
  x64: '/usr/include/x86_64-linux-gnu/asm/unistd_64.h',
  arm64: '/usr/include/asm-generic/unistd.h',
} as const;
const present = (['x64', 'arm64'] as const).filter((name) => existsSync(HEADERS[name]));

(present.length > 0 ? describe : describe.skip)('the table of system calls', () => {
  it.each(present)('has the numbers of the kernel headers for %s', (architecture) => {
    const text = readFileSync(HEADERS[architecture], 'utf8');
    const shared = new Map(
      [...text.matchAll(/#define __NR3264_(\w+) (\d+)/g)].map((m) => [m[1], Number(m[2])]),
    );
    const numbers = new Map(
      [...text.matchAll(/#define __NR_(\w+) (?:(\d+)|__NR3264_(\w+))/g)].map((match) => [
        match[1],
        match[2] === undefined ? shared.get(match[3]) : Number(match[2]),
      ]),
    );
    const listed = [...allowedCalls(architecture), ...conditionalCalls(architecture)];
    expect(listed.filter(([name, number]) => (numbers.get(name) ?? number) !== number)).toEqual([]);
    expect(listed.length).toBeGreaterThan(150);
  });
});
