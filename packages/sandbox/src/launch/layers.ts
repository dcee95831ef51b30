import { z } from 'zod';

export const NAMESPACES = ['user', 'pid', 'net'] as const;

/** What a process in the sandbox finds about itself. */
export const ProbeFacts = z.object({
  /** The user as the process sees it. */
  user: z.number().int(),
  noNewPrivileges: z.boolean(),
  /** The five capability sets of /proc/self/status, as hexadecimal numbers. */
  capabilities: z.array(z.string()),
  /** 2: a filter of system calls is active. */
  seccomp: z.number().int(),
  namespaces: z.record(z.string(), z.string()),
  /** Files of the system that the process should not see, but does. */
  seenFiles: z.array(z.string()),
  /** Folders outside of the work folder in which it could make a file. */
  writableFolders: z.array(z.string()),
  isWorkDirWritable: z.boolean(),
  interfaces: z.array(z.string()),
  /** The limits of /proc/self/limits that have a number. */
  limits: z.record(z.string(), z.number()),
});
export type ProbeFacts = z.infer<typeof ProbeFacts>;

export const LAYERS = [
  'user',
  'privileges',
  'files',
  'processes',
  'network',
  'limits',
  'system calls',
] as const;
export type Layer = (typeof LAYERS)[number];
export type LayerState = { layer: Layer; holds: boolean; text: string };
/** `own` has the namespaces and the user of this process, for comparison. */
export type OwnFacts = { user: number; namespaces: Readonly<Record<string, string>> };

/** The largest value that counts as a limit; systems limit some of these by themselves, far too high. */
const LARGEST_LIMITS: Readonly<Record<string, number>> = {
  'Max cpu time': 86_400,
  'Max file size': 2 ** 30,
  'Max data size': 2 ** 40,
  'Max processes': 1_024,
  'Max open files': 4_096,
  'Max core file size': 1,
};

/** Which layers of isolation hold, each with the reason in words. */
export function layersOf(facts: ProbeFacts, own: OwnFacts): LayerState[] {
  const isSeparate = (name: string): boolean =>
    facts.namespaces[name] !== undefined && facts.namespaces[name] !== own.namespaces[name];
  const capabilities = facts.capabilities.filter((set) => !/^0*$/.test(set));
  const missingLimits = Object.entries(LARGEST_LIMITS).flatMap(([name, most]) =>
    (facts.limits[name] ?? Number.POSITIVE_INFINITY) > most ? [name] : [],
  );
  // In a user namespace that this process made, everyone is this process's user.
  const user = isSeparate('user') ? own.user : facts.user;
  return [
    state('user', user !== 0, userText(user, own.user)),
    state(
      'privileges',
      facts.noNewPrivileges && capabilities.length === 0,
      'no capabilities, and none can be gained',
      capabilities.length > 0 ? 'the process keeps capabilities' : 'the process can gain privileges',
    ),
    state(
      'files',
      facts.seenFiles.length === 0 && facts.writableFolders.length === 0 && facts.isWorkDirWritable,
      'read-only system without /etc and home folders; one writable folder',
      `visible or writable: ${[...facts.seenFiles, ...facts.writableFolders].join(', ') || 'no work folder'}`,
    ),
    state('processes', isSeparate('pid'), 'other processes are hidden', 'other processes are visible'),
    state(
      'network',
      isSeparate('net') && facts.interfaces.every((name) => name === 'lo'),
      'no network',
      'the network is reachable',
    ),
    state(
      'limits',
      missingLimits.length === 0,
      'processor, memory, file size, files and processes are limited; no core dumps',
      `without limit: ${missingLimits.join(', ')}`,
    ),
    state('system calls', facts.seccomp === 2, 'an allow-list filters them', 'all are allowed'),
  ];
}

const state = (layer: Layer, holds: boolean, text: string, problem = text): LayerState => ({
  layer,
  holds,
  text: holds ? text : problem,
});

function userText(user: number, own: number): string {
  if (user === 0) return 'runs as root';
  return user === own ? `runs as user ${user}, as this process does` : `runs as user ${user}, its own`;
}
