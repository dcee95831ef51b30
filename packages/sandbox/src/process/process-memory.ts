import { readdir, readFile } from 'node:fs/promises';

const PAGE_BYTES = 4_096;
const MEGABYTE = 1024 * 1024;
const MAX_PROCESSES = 1_000;

/** Resident memory of a process and its descendants. */
export type MemoryUse = { largestMb: number; totalMb: number };

/** Memory of a process tree; 0 if it has ended or the system has no /proc. */
export async function memoryOf(root: number | undefined): Promise<MemoryUse> {
  const use = { largestMb: 0, totalMb: 0 };
  const waiting = root === undefined ? [] : [root];
  for (let seen = 0; seen < MAX_PROCESSES; seen += 1) {
    const pid = waiting.pop();
    if (pid === undefined) break;
    const megabytes = await residentMb(pid);
    use.largestMb = Math.max(use.largestMb, megabytes);
    use.totalMb += megabytes;
    waiting.push(...(await childrenOf(pid)));
  }
  return use;
}

async function residentMb(pid: number): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return (Number(statm.split(' ')[1] ?? 0) * PAGE_BYTES) / MEGABYTE;
}

/** Each thread has its own list of children. */
async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  );
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}
