import { describe, expect, it } from '@jest/globals';
import { layersOf, type ProbeFacts } from './layers.js';

const OWN = { user: 0, namespaces: { user: 'user:[1]', pid: 'pid:[1]', net: 'net:[1]' } };
const ISOLATED: ProbeFacts = {
  user: 1_900_000_001,
  noNewPrivileges: true,
  capabilities: ['0000000000000000', '0000000000000000'],
  seccomp: 2,
  namespaces: { user: 'user:[1]', pid: 'pid:[2]', net: 'net:[2]' },
  seenFiles: [],
  writableFolders: [],
  isWorkDirWritable: true,
  interfaces: ['lo'],
  limits: {
    'Max cpu time': 60,
    'Max file size': 512 * 1024 * 1024,
    'Max data size': 4 * 1024 ** 3,
    'Max processes': 256,
    'Max open files': 1_024,
    'Max core file size': 1,
  },
};
const missing = (facts: Partial<ProbeFacts>, own = OWN) =>
  layersOf({ ...ISOLATED, ...facts }, own).flatMap(({ layer, holds, text }) =>
    holds ? [] : [`${layer}: ${text}`],
  );

describe('layersOf', () => {
  it('finds every layer in an isolated process', () => {
    expect(missing({})).toEqual([]);
    expect(layersOf(ISOLATED, OWN)).toHaveLength(7);
  });

  it.each<[string, Partial<ProbeFacts>, string]>([
    ['root', { user: 0 }, 'user: runs as root'],
    [
      'one capability',
      { capabilities: ['0000000000000000', '0000000000200000'] },
      'privileges: the process keeps capabilities',
    ],
    ['set-uid programs', { noNewPrivileges: false }, 'privileges: the process can gain privileges'],
    ['a secret', { seenFiles: ['/etc/shadow'] }, 'files: visible or writable: /etc/shadow'],
    ['a writable folder', { writableFolders: ['/tmp'] }, 'files: visible or writable: /tmp'],
    [
      'the processes of the machine',
      { namespaces: { ...ISOLATED.namespaces, pid: 'pid:[1]' } },
      'processes: other processes are visible',
    ],
    [
      'the network of the machine',
      { namespaces: { ...ISOLATED.namespaces, net: 'net:[1]' } },
      'network: the network is reachable',
    ],
    ['another interface', { interfaces: ['lo', 'eth0'] }, 'network: the network is reachable'],
    [
      'a limit that is too high',
      { limits: { ...ISOLATED.limits, 'Max processes': 96_000 } },
      'limits: without limit: Max processes',
    ],
    [
      'core dumps',
      { limits: { ...ISOLATED.limits, 'Max core file size': 1_000 } },
      'limits: without limit: Max core file size',
    ],
    ['all system calls', { seccomp: 0 }, 'system calls: all are allowed'],
  ])('reports a process with %s', (_, facts, text) => {
    expect(missing(facts)).toEqual([text]);
  });

  it('knows that a user namespace made by root hides root', () => {
    const namespaces = { ...ISOLATED.namespaces, user: 'user:[2]' };
    expect(missing({ user: 1_000, namespaces })).toEqual(['user: runs as root']);
    expect(missing({ user: 1_000, namespaces }, { ...OWN, user: 1_000 })).toEqual([]);
  });
});
