import { chown, rm } from 'node:fs/promises';
import { startLocalProcess } from '../process/local-process.js';
import type { Isolation, ProcessRequest, SandboxProcess } from '../process/sandbox-process.js';
import { JOB_FOLDERS, makeProcessFolder } from '../temporary-folder/process-folder.js';
import { DROP_PRIVILEGES, userCommand } from './bubblewrap.js';
import { isRoot, limitCommand, nextUser, nodeCommand, priorityCommand, works } from './commands.js';
import { readableDocument } from './readable-document.js';

const NETWORK = ['--net', '--ipc', '--uts'];
const PROCESSES = ['--pid', '--fork', '--kill-child', '--mount-proc'];
/** As process 1 of a namespace Node.js could not be ended by most signals; a shell takes that place and waits. */
const FIRST_PROCESS = ['sh', '-c', '"$@"; exit $?', 'sh'];

/** One layer of isolation: the first of these commands that works on this machine is used; none if none does. */
type LayerCommands = readonly (readonly string[])[];

const namespaceCommands = (): LayerCommands => {
  const user = isRoot() ? [] : ['--user', '--map-current-user'];
  return [
    ['unshare', ...user, ...NETWORK, ...PROCESSES, '--', ...FIRST_PROCESS],
    ['unshare', ...user, ...NETWORK, '--'],
  ];
};
const privilegeCommands = (user: number | null): LayerCommands => [
  ...(user === null ? [] : [userCommand(user)]),
  ['setpriv', ...DROP_PRIVILEGES, '--'],
  ['setpriv', '--no-new-privs', '--'],
];

/**
 * Isolation where bubblewrap is missing or not allowed, layer by layer: namespaces by `unshare`, user and privileges by `setpriv`, limits
 * by `prlimit`. The files of the system stay visible, and there is no filter of system calls. With `hasLayers` false only limits apply.
 */
export class UtilLinux implements Isolation {
  readonly name: string;
  private choice: Promise<Choice> | null = null;

  constructor(private readonly hasLayers: boolean) {
    this.name = hasLayers ? 'util-linux' : 'none';
  }

  async start(request: ProcessRequest): Promise<SandboxProcess> {
    this.choice ??= choose(this.hasLayers);
    const { hasLimits, hasPriority, hasNamespace, hasOwnUser, prefix } = await this.choice;
    const user = hasOwnUser ? nextUser() : null;
    const workDir = await makeProcessFolder(JOB_FOLDERS);
    if (user !== null) await chown(workDir, user, user);
    const { document, cleanUp } = await readableDocument(request.document, { hasOwnUser, isMounted: false });
    const command = [
      ...(hasPriority ? priorityCommand(request.limits) : []),
      ...prefix(user),
      ...(hasLimits ? limitCommand(request.limits, hasOwnUser || hasNamespace) : []),
      ...nodeCommand(request),
    ];
    return {
      ...startLocalProcess({ command, workDir, cwd: workDir, memoryMb: request.limits.memoryMb }),
      document: document ?? '',
      workDir,
      cleanUp: async () => {
        await Promise.all([rm(workDir, { recursive: true, force: true }), cleanUp()]);
      },
    };
  }
}

type Choice = {
  hasLimits: boolean;
  hasPriority: boolean;
  hasNamespace: boolean;
  hasOwnUser: boolean;
  prefix: (user: number | null) => string[];
};

async function choose(hasLayers: boolean): Promise<Choice> {
  const hasPriority = await works(['nice', '-n', '10', 'true']);
  const hasLimits = await works([
    ...limitCommand({ cpuSeconds: 60, memoryMb: 64, isAwaited: true }, false),
    'true',
  ]);
  const none = { hasLimits, hasPriority, hasNamespace: false, hasOwnUser: false, prefix: () => [] };
  if (!hasLayers) return none;
  const sample = isRoot() ? nextUser() : null;
  const namespace = await firstThatWorks([], namespaceCommands());
  const privileges = await firstThatWorks(namespace, privilegeCommands(sample));
  return {
    ...none,
    hasNamespace: namespace.length > 0,
    hasOwnUser: sample !== null && privileges.includes(`--reuid=${sample}`),
    prefix: (user) => [
      ...namespace,
      ...privileges.map((word) => word.replace(/^(--re[ug]id)=.*$/, `$1=${user ?? ''}`)),
    ],
  };
}

/** Runs Node.js, because the user of a layer may lack the permission to read it. */
async function firstThatWorks(prefix: readonly string[], commands: LayerCommands): Promise<string[]> {
  for (const command of commands) {
    if (await works([...prefix, ...command, process.execPath, '--version'])) return [...command];
  }
  return [];
}
