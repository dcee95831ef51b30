import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** CPU seconds used by ended child processes; 0 on systems without /proc. */
export function childSeconds() {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return 0;
  }
}

/** Runs a program and measures its time. CPU seconds hardly depend on the load of the machine; wall-clock seconds do. */
export function measure(program, args, options = {}) {
  const before = childSeconds();
  const started = performance.now();
  const result = spawnSync(program, args, {
    maxBuffer: 512 * 1024 * 1024,
    env: { ...process.env, OMP_THREAD_LIMIT: '1' },
    ...options,
  });
  if (result.status !== 0) throw new Error(`${program}: ${result.stderr?.toString().slice(0, 500)}`);
  return {
    seconds: (performance.now() - started) / 1000,
    processor: childSeconds() - before,
    stdout: result.stdout.toString('utf8'),
  };
}

/** The median of several runs. */
export function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** A folder of the corpus, or null if it does not exist (CORPUS_DIR, default ../shared/corpus). */
export function corpusFolder(name) {
  const folder = path.resolve(
    process.env.CORPUS_DIR ?? path.join(import.meta.dirname, '../../../shared/corpus'),
    'dev',
    name,
  );
  return existsSync(folder) ? folder : null;
}
