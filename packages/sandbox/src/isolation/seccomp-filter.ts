import { allowedCalls, conditionalCalls, type Architecture } from './system-calls.js';

// Classic BPF as in linux/bpf_common.h: 16-bit code, two 8-bit jumps, a 32-bit constant.
const LOAD_WORD = 0x20;
const JUMP_IF_EQUAL = 0x15;
const JUMP_IF_ANY_BIT = 0x45;
const RETURN = 0x06;
const INSTRUCTION_BYTES = 8;

// Offsets in struct seccomp_data, and the answers of linux/seccomp.h.
const CALL_NUMBER = 0;
const ARCHITECTURE = 4;
const argument = (index: number): number => 16 + 8 * index;
const ALLOW = 0x7fff0000;
const KILL_PROCESS = 0x80000000;
const fail = (errno: number): number => 0x00050000 | errno;
const EPERM = 1;
const ENOSYS = 38;

const AUDIT_ARCHITECTURE: Readonly<Record<Architecture, number>> = { x64: 0xc000003e, arm64: 0xc00000b7 };
const AF_UNIX = 1;
const TIOCSTI = 0x5412;
const TIOCLINUX = 0x541c;
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET. */
const NEW_NAMESPACE = 0x7e020000;
const SET_ID_BITS = 0o6000;

type Instruction = { code: number; k: number; jumpTrue?: number; jumpFalse?: number };
/** Which values of one argument are allowed. The kernel reads the low 32 bits of all of these. */
type Condition = { index: number } & ({ noneOfBits: number } | { is: number } | { isNot: readonly number[] });

const CONDITIONS: Readonly<Record<string, Condition>> = {
  clone: { index: 0, noneOfBits: NEW_NAMESPACE },
  ioctl: { index: 1, isNot: [TIOCSTI, TIOCLINUX] },
  socketpair: { index: 0, is: AF_UNIX },
  chmod: { index: 1, noneOfBits: SET_ID_BITS },
  fchmod: { index: 1, noneOfBits: SET_ID_BITS },
  fchmodat: { index: 2, noneOfBits: SET_ID_BITS },
  fchmodat2: { index: 2, noneOfBits: SET_ID_BITS },
};

/**
 * The seccomp filter of the converter as the bytes that `bwrap --seccomp` reads: an allow-list of system calls for the architecture of
 * Node.js. Calls of another architecture (32 bits) end the process. Returns null where the call numbers are not known.
 */
export function seccompFilter(architecture: string = process.arch): Buffer | null {
  if (architecture !== 'x64' && architecture !== 'arm64') return null;
  return assemble([
    { code: LOAD_WORD, k: ARCHITECTURE },
    { code: JUMP_IF_EQUAL, k: AUDIT_ARCHITECTURE[architecture], jumpTrue: 1 },
    { code: RETURN, k: KILL_PROCESS },
    { code: LOAD_WORD, k: CALL_NUMBER },
    ...[...allowedCalls(architecture).values()].flatMap((number) => whenCalled(number, [allow])),
    ...[...conditionalCalls(architecture)].flatMap(([name, number]) => {
      const condition = CONDITIONS[name];
      return condition ? whenCalled(number, check(condition)) : [];
    }),
    // Programs fall back to another way, as on an older kernel.
    { code: RETURN, k: fail(ENOSYS) },
  ]);
}

const allow: Instruction = { code: RETURN, k: ALLOW };
const refuse: Instruction = { code: RETURN, k: fail(EPERM) };

/** `answer` ends with a return, so the instructions after it are for other calls. */
const whenCalled = (number: number, answer: readonly Instruction[]): Instruction[] => [
  { code: JUMP_IF_EQUAL, k: number, jumpFalse: answer.length },
  ...answer,
];

function check(condition: Condition): Instruction[] {
  const load: Instruction = { code: LOAD_WORD, k: argument(condition.index) };
  if ('is' in condition) return [load, { code: JUMP_IF_EQUAL, k: condition.is, jumpTrue: 1 }, refuse, allow];
  const tests: Instruction[] =
    'isNot' in condition
      ? condition.isNot.flatMap((k) => [{ code: JUMP_IF_EQUAL, k, jumpFalse: 1 }, refuse])
      : [{ code: JUMP_IF_ANY_BIT, k: condition.noneOfBits, jumpFalse: 1 }, refuse];
  return [load, ...tests, allow];
}

/** Both architectures are little-endian. */
function assemble(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * INSTRUCTION_BYTES);
  program.forEach(({ code, k, jumpTrue = 0, jumpFalse = 0 }, index) => {
    const offset = index * INSTRUCTION_BYTES;
    bytes.writeUInt16LE(code, offset);
    bytes.writeUInt8(jumpTrue, offset + 2);
    bytes.writeUInt8(jumpFalse, offset + 3);
    bytes.writeUInt32LE(k >>> 0, offset + 4);
  });
  return bytes;
}
