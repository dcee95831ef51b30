import { execFileSync, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

function succeeds(program, args) {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Child processes on core 0, with this process on core 1; on any core if taskset is missing or there is only one core. */
export class PinnedProcesses {
  #children = [];
  #isPinned = availableParallelism() > 1 && succeeds('taskset', ['-c', '0', 'true']);

  constructor() {
    if (this.#isPinned) execFileSync('taskset', ['-cp', '1', String(process.pid)], { stdio: 'ignore' });
  }

  /** Starts a node script. The end of its stdout is in `output`. */
  start(args, env = {}) {
    const command = [process.execPath, ...args.map(String)];
    const [program, ...rest] = this.#isPinned ? ['taskset', '-c', '0', ...command] : command;
    const child = spawn(program, rest, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#children.push(child);
    child.output = '';
    child.stdout.on('data', (data) => (child.output = (child.output + String(data)).slice(-1_000)));
    return child;
  }

  async stop() {
    for (const child of this.#children) child.kill('SIGTERM');
    await Promise.all(
      this.#children.map((child) => child.exitCode ?? new Promise((done) => child.once('exit', done))),
    );
  }
}
