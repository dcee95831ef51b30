import { existsSync } from 'node:fs';
import { lstat, readlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { startLocalProcess } from '../process/local-process.js';
import type { Isolation, ProcessRequest, SandboxProcess } from '../process/sandbox-process.js';
import { ancestors, codeFolders } from './code-folders.js';
import { seccompFilter } from './seccomp-filter.js';
import { readableDocument } from './readable-document.js';
import { isRoot, limitCommand, MAX_FILE_BYTES, nextUser, nodeCommand, priorityCommand } from './commands.js';

/** A name that no folder of the system has: what lies below would be hidden. */
const WORK_DIR = '/conversion';
const SYSTEM_FOLDERS = ['/bin', '/sbin', '/lib', '/lib32', '/lib64'];
/** Settings that the programs of a conversion read; the rest of /etc, with its secrets, does not exist in the sandbox. */
const SYSTEM_FILES = ['/etc/ld.so.cache', '/etc/alternatives', '/etc/fonts', '/var/cache/fontconfig'];
/** Root gives the process a user of its own and then loses these; without root, a user namespace does both. */
const ROOT_CAPABILITIES = ['CAP_SETUID', 'CAP_SETGID', 'CAP_SETPCAP'];

/**
 * Isolation by bubblewrap: a file system of its own, read-only but for a work folder in memory, and own processes, network, System V
 * objects and host name; no privileges; a filter of system calls.
 */
export class Bubblewrap implements Isolation {
  readonly name = 'bubblewrap';
  private readonly filter = seccompFilter();
  private system: Promise<string[]> | null = null;

  async start(request: ProcessRequest): Promise<SandboxProcess> {
    this.system ??= systemArguments();
    const system = await this.system;
    const code = await codeFolders(request.program.entry);
    const { document, cleanUp } = await readableDocument(request.document, {
      hasOwnUser: isRoot(),
      isMounted: true,
    });
    const folders = [...code, ...request.folders].filter((path) => existsSync(path));
    const command = [
      ...priorityCommand(request.limits),
      'bwrap',
      ...system,
      ...readOnly([...folders, ...(document ? [document] : [])]),
      ...SEPARATE,
      ...(this.filter ? ['--seccomp', '4'] : []),
      ...(isRoot() ? ROOT_CAPABILITIES.flatMap((name) => ['--cap-add', name]) : ['--unshare-user']),
      '--',
      ...(isRoot() ? userCommand(nextUser()) : []),
      ...limitCommand(request.limits, true),
      ...nodeCommand(request),
    ];
    const { memoryMb } = request.limits;
    const started = startLocalProcess({
      command,
      workDir: WORK_DIR,
      cwd: '/',
      memoryMb,
      filter: this.filter,
    });
    return { ...started, document: document ?? '', workDir: WORK_DIR, cleanUp };
  }
}

/** Without terminals and shared memory, unlike the /dev that bubblewrap makes. */
const DEVICES = ['null', 'zero', 'full', 'random', 'urandom'].map((name) => `/dev/${name}`);
const LINKS = [
  ['/proc/self/fd', '/dev/fd'],
  ['/proc/self/fd/0', '/dev/stdin'],
  ['/proc/self/fd/1', '/dev/stdout'],
  ['/proc/self/fd/2', '/dev/stderr'],
] as const;

/** After the binds: what is mounted first is not writable, because everything around it then is read-only. */
const SEPARATE = [
  ...['--proc', '/proc', '--perms', '0755', '--dir', '/dev'],
  ...DEVICES.flatMap((path) => ['--dev-bind', path, path]),
  ...LINKS.flatMap(([target, path]) => ['--symlink', target, path]),
  ...['--perms', '1777', '--size', String(MAX_FILE_BYTES), '--tmpfs', WORK_DIR],
  ...['--remount-ro', '/', '--chdir', WORK_DIR],
  ...['--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts', '--unshare-cgroup-try'],
  ...['--hostname', 'sandbox', '--die-with-parent', '--cap-drop', 'ALL'],
];

/** Takes on a user and gives up every privilege for good. */
export const userCommand = (user: number): string[] => [
  'setpriv',
  ...[`--reuid=${user}`, `--regid=${user}`, '--clear-groups'],
  ...DROP_PRIVILEGES,
  '--',
];
export const DROP_PRIVILEGES = [
  '--no-new-privs',
  '--inh-caps=-all',
  '--ambient-caps=-all',
  '--bounding-set=-all',
];

/** The system and Node.js, read-only. */
async function systemArguments(): Promise<string[]> {
  const links = await Promise.all(SYSTEM_FOLDERS.map(linkOrBind));
  return [
    ...['--ro-bind', '/usr', '/usr'],
    ...links.flat(),
    ...readOnly([...SYSTEM_FILES.filter((path) => existsSync(path)), process.execPath]),
  ];
}

/** Shows files and folders at their own paths. The folders above them are made here, because bubblewrap makes them for root only. */
function readOnly(paths: readonly string[]): string[] {
  const above = new Set(paths.flatMap((path) => ancestors(dirname(path)).reverse()));
  above.delete('/');
  return [
    ...[...above].flatMap((folder) => ['--perms', '0755', '--dir', folder]),
    ...paths.flatMap((path) => ['--ro-bind', path, path]),
  ];
}

/** On a system with merged /usr, /bin and the like are links. */
async function linkOrBind(path: string): Promise<string[]> {
  const stats = await lstat(path).catch(() => null);
  if (!stats) return [];
  return stats.isSymbolicLink() ? ['--symlink', await readlink(path), path] : ['--ro-bind', path, path];
}
