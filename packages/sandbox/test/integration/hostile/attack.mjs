/** Runs one attack in the place of a program of the sandbox and writes what it achieved to descriptor 3, as JSON. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { closeSync, existsSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

const [, , name, text = '{}'] = process.argv;
const target = JSON.parse(text);
const MEGABYTE = 1024 * 1024;

const attempt = (act) => {
  try {
    return act() ?? 'done';
  } catch (error) {
    return error.code ?? 'failed';
  }
};
const pids = () => readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));
/** A system call by perl, which is part of every Debian: its result, or the number of the error. */
const systemCall = (...numbers) => {
  const script = `my $r = syscall(${numbers.join(', ')}); print $r == -1 ? "error " . ($! + 0) : "result $r";`;
  return execFileSync('perl', ['-e', script]).toString();
};

const attacks = {
  'read-files': () => target.files.filter((file) => attempt(() => readFileSync(file).length > 0) === true),
  environment: () =>
    pids().filter((pid) =>
      attempt(() => readFileSync(`/proc/${pid}/environ`, 'utf8')).includes(target.secret),
    ),
  'own-environment': () => Object.keys(process.env),
  processes: () => ({
    seen: pids().length,
    kill: attempt(() => process.kill(target.pid, 0) && 'sent'),
  }),
  ptrace: () => {
    const victim = spawn('sleep', ['30'], { stdio: 'ignore' });
    try {
      return systemCall(target.ptrace, 16, victim.pid, 0, 0);
    } finally {
      victim.kill('SIGKILL');
    }
  },
  calls: () =>
    Object.fromEntries(Object.entries(target.calls).map(([call, words]) => [call, systemCall(...words)])),
  network: () =>
    new Promise((resolve) => {
      const outcome = attempt(() => {
        const socket = connect(target.port, '127.0.0.1');
        socket.once('connect', () => resolve('connected'));
        socket.once('error', (error) => resolve(error.code));
      });
      if (outcome !== 'done' && typeof outcome === 'string') resolve(outcome);
    }),
  'fork-bomb': () => {
    const script =
      'my $n = 0; for (1 .. 5000) { my $pid = fork; last unless defined $pid; if (!$pid) { sleep 5; exit } $n++ } print $n; kill 9, 0';
    const { stdout } = spawnSync('perl', ['-e', `$| = 1; setpgrp; ${script}`]);
    return Number(stdout.toString());
  },
  'fill-disk': () => {
    let written = 0;
    attempt(() => {
      const piece = Buffer.alloc(16 * MEGABYTE, 1);
      for (let index = 0; index < 128; index += 1) {
        writeFileSync(join(process.cwd(), `part-${index}`), piece);
        written += 16;
      }
    });
    return written;
  },
  'large-file': () =>
    attempt(() => execFileSync('truncate', ['-s', '2G', 'sparse'], { stdio: 'ignore' })) === 'failed'
      ? 'refused'
      : 'written',
  write: () =>
    target.folders.filter(
      (folder) => attempt(() => writeFileSync(join(folder, `hostile-${process.pid}`), 'x')) === 'done',
    ),
  'write-document': () => attempt(() => writeFileSync(target.document, 'x')),
  'set-uid': () => ({
    made: attempt(() => {
      execFileSync('cp', ['/usr/bin/id', 'own-id']);
      execFileSync('chmod', ['4755', 'own-id'], { stdio: 'ignore' });
    }),
    user: existsSync(target.program)
      ? attempt(() =>
          execFileSync(target.program, ['-u'], { stdio: ['ignore', 'pipe', 'ignore'] })
            .toString()
            .trim(),
        )
      : 'absent',
  }),
  memory: () => {
    const kept = [];
    for (let index = 0; index < 256; index += 1) {
      writeSync(3, `${JSON.stringify(index * 64)}\n`);
      kept.push(Buffer.alloc(64 * MEGABYTE, 1));
    }
    return kept.length * 64;
  },
  'hold-memory': () => {
    const kept = Buffer.alloc(300 * MEGABYTE, 1);
    return new Promise((resolve) => setTimeout(resolve, 60_000, kept.length));
  },
  loop: () => {
    for (;;);
  },
  'huge-message': () => {
    writeSync(3, Buffer.from([0xff, 0xff, 0xff, 0xff]));
    for (;;) writeSync(3, Buffer.alloc(MEGABYTE));
  },
  'endless-message': async () => {
    writeSync(3, Buffer.from([0, 0, 0x10, 0, 0, 0, 0, 0]));
    for (;;) {
      writeSync(3, '[');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  },
  'endless-messages': () => {
    const text = Buffer.from('["more",[]]');
    const header = Buffer.alloc(8);
    header.writeUInt32BE(text.length);
    for (;;) writeSync(3, Buffer.concat([header, text]));
  },
  noise: () => {
    for (;;) writeSync(3, Buffer.from('00000009000000007b7d7b7d7b7d7b7d7b', 'hex'));
  },
  'close-messages': () => {
    closeSync(3);
    return new Promise((resolve) => setTimeout(resolve, 60_000));
  },
  wait: () => new Promise((resolve) => setTimeout(resolve, 60_000, 'waited')),
  'start-daemon': () => {
    const script = 'setpgrp; fork and exit; sleep 60';
    spawn('perl', ['-MPOSIX', '-e', `POSIX::setsid(); ${script}; #${target.marker}`], {
      stdio: 'ignore',
      detached: true,
    });
    return new Promise((resolve) => setTimeout(resolve, 300, 'started'));
  },
};

const result = await attacks[name]();
writeSync(3, `${JSON.stringify(result)}\n`);
process.exit(0);
