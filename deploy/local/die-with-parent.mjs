import { spawnSync } from 'node:child_process';
import { findProgram } from './find-program.mjs';

let setpriv;

/**
 * Wraps a command so that the kernel signals it when this process dies, even by `kill -9`. Linux only (util-linux'
 * setpriv replaces itself with the program, so the process id stays); elsewhere it returns the command unchanged, and
 * the next start ends leftovers by their process-id files.
 */
export function dieWithParent(command, args, signal) {
  setpriv ??= workingSetpriv();
  if (!setpriv) return { command, args };
  return { command: setpriv, args: ['--pdeathsig', signal.replace('SIG', ''), '--', command, ...args] };
}

function workingSetpriv() {
  const program = process.platform === 'linux' && findProgram('setpriv');
  if (!program) return '';
  return spawnSync(program, ['--pdeathsig', 'TERM', '--', 'true']).status === 0 ? program : '';
}
