import { fork, type ChildProcess } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ConversionError } from '../conversion-error.js';
import type {
  ConverterLimits,
  RenderedPage,
  ExtractedPage,
  FailedPage,
  Inspection,
  PageRange,
} from '../converter.js';
import { DocumentConverter, type ConversionJob } from '../document-converter.js';
import { SandboxMessage, TOOL_PATH, type SandboxFailure, type SandboxJob } from './sandbox-protocol.js';
import { launcherFor, type Launcher } from './sandbox-launcher.js';
import { makeWorkerFolder, removeLeftFolders } from '../temporary-folder/worker-folder.js';

export type SandboxOptions = {
  limits: ConverterLimits;
  ocr: SandboxJob['ocr'];
  /** Resident memory of the process, megabytes. Programs it calls have limits of their own. */
  memoryMb: number;
  /** Longest silence between two answers, milliseconds: an inspection, or one page. */
  inspectMs: number;
  pageMs: number;
};

/** The built entry, also when this file itself is run from source by a test. */
const ENTRY = fileURLToPath(new URL('./sandbox-main.js', import.meta.url)).replace('/src/', '/dist/');
const FOLDER_PREFIX = 'hamkhan-convert-';
const WATCH_MS = 200;
const PAGE_BYTES = 4_096;

type Ending = { code: number | null; signal: NodeJS.Signals | null };

/**
 * Reads documents in a process of its own, one for each job: without network where the kernel allows it, with limits on
 * processor time, file size and memory, a deadline for each answer, an empty environment and a folder that goes with it.
 */
export class SandboxConverter extends DocumentConverter {
  private launcher: Promise<Launcher> | null = null;
  private cleaned: Promise<void> | null = null;

  constructor(private readonly options: SandboxOptions) {
    super();
  }

  async inspect(job: ConversionJob): Promise<Inspection> {
    for await (const message of this.run(job, { name: 'inspect' }, this.options.inspectMs)) {
      if (message.type === 'inspection') return message.inspection;
    }
    throw new ConversionError('crashed', {}, { detail: 'no inspection came' });
  }

  async *extract(job: ConversionJob, range: PageRange): AsyncGenerator<ExtractedPage | FailedPage> {
    for await (const message of this.run(job, { name: 'extract', ...range }, this.options.pageMs)) {
      if (message.type === 'page') yield message;
      if (message.type === 'failed-page') {
        yield { pageNumber: message.pageNumber, error: errorOf(message.failure) };
      }
    }
  }

  async *render(job: ConversionJob, range: PageRange): AsyncGenerator<RenderedPage> {
    for await (const message of this.run(job, { name: 'render', ...range }, this.options.pageMs)) {
      if (message.type === 'rendered-page') yield message;
    }
  }

  private async *run(
    job: ConversionJob,
    task: SandboxJob['task'],
    silenceMs: number,
  ): AsyncGenerator<SandboxMessage> {
    job.signal.throwIfAborted();
    this.cleaned ??= removeLeftFolders(FOLDER_PREFIX);
    await this.cleaned;
    const workDir = await makeWorkerFolder(FOLDER_PREFIX);
    const child = await this.launch(workDir, task, job.isAwaited);
    try {
      const { limits, ocr } = this.options;
      const { file, kind, language } = job;
      child.send({ task, file, kind, language, workDir, limits, ocr } satisfies SandboxJob);
      yield* answers(child, { silenceMs, memoryMb: this.options.memoryMb, signal: job.signal });
    } finally {
      kill(child);
      await rm(workDir, { recursive: true, force: true });
    }
  }

  private async launch(workDir: string, task: SandboxJob['task'], isAwaited: boolean): Promise<ChildProcess> {
    this.launcher ??= launcherFor();
    const pages = task.name === 'inspect' ? 1 : task.to - task.from + 1;
    const { command, args } = (await this.launcher)({
      cpuSeconds: 60 * (pages + 1),
      memoryMb: this.options.memoryMb,
      isAwaited,
    });
    return fork(ENTRY, [], {
      execPath: command,
      execArgv: args,
      cwd: workDir,
      env: sandboxEnv(workDir),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      detached: true,
    });
  }
}

/** Nothing of ours is in its environment: no address, no secret. */
const sandboxEnv = (workDir: string): NodeJS.ProcessEnv => ({
  PATH: TOOL_PATH,
  LC_ALL: 'C.UTF-8',
  HOME: workDir,
  TMPDIR: workDir,
  OMP_THREAD_LIMIT: '1',
});

type Watch = { silenceMs: number; memoryMb: number; signal: AbortSignal };

/** The checked messages of a sandbox until it is done. @throws ConversionError for how it ended, or the signal's reason */
async function* answers(child: ChildProcess, watch: Watch): AsyncGenerator<SandboxMessage> {
  const queue: SandboxMessage[] = [];
  const state: { failure?: Error; ending?: Ending } = {};
  /** Since when nothing has come although somebody waits; storing a page is not the sandbox's silence. */
  let silentSince: number | null = null;
  let stderr = '';
  let wake: () => void = () => undefined;
  const fail = (error: unknown): void => {
    state.failure ??= error instanceof Error ? error : new Error(String(error));
    kill(child);
    wake();
  };
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString('utf8')).slice(-2_000);
  });
  child.on('message', (raw) => {
    const message = SandboxMessage.safeParse(raw);
    if (!message.success) return fail(new ConversionError('crashed', {}, { detail: message.error.message }));
    queue.push(message.data);
    wake();
  });
  child.on('error', (error) => fail(new ConversionError('crashed', {}, { cause: error })));
  child.on('exit', (code, signal) => {
    state.ending = { code, signal };
    wake();
  });
  const onAbort = (): void => fail(watch.signal.reason);
  watch.signal.addEventListener('abort', onAbort, { once: true });
  const guard = setInterval(() => {
    if (silentSince !== null && Date.now() - silentSince > watch.silenceMs)
      return fail(new ConversionError('timed_out'));
    void residentMb(child.pid).then((used) => {
      if (used > watch.memoryMb) fail(new ConversionError('out_of_memory'));
    });
  }, WATCH_MS);
  try {
    for (;;) {
      const message = queue.shift();
      if (state.failure) throw state.failure;
      if (message?.type === 'done') return;
      if (message?.type === 'failed') throw errorOf(message.failure);
      if (message) yield message;
      else if (state.ending) throw endedBy(state.ending, stderr);
      else {
        silentSince = Date.now();
        await new Promise<void>((resolve) => (wake = resolve));
        silentSince = null;
      }
    }
  } finally {
    clearInterval(guard);
    watch.signal.removeEventListener('abort', onAbort);
  }
}

/** V8 aborts (SIGABRT, 134) when its heap is full; the kernel kills (SIGXCPU) past the processor time. */
function endedBy({ code, signal }: Ending, stderr: string): ConversionError {
  const detail = `ended with ${signal ?? `code ${String(code)}`}: ${stderr}`;
  if (signal === 'SIGXCPU') return new ConversionError('timed_out', {}, { detail });
  if (signal === 'SIGABRT' || code === 134 || /heap out of memory/.test(stderr)) {
    return new ConversionError('out_of_memory', {}, { detail });
  }
  return new ConversionError('crashed', {}, { detail });
}

const errorOf = ({ reason, params, detail }: SandboxFailure): ConversionError =>
  new ConversionError(reason, params, { detail });

/** Ends the process and whatever it started. */
function kill(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

/** Resident memory of a process in megabytes; 0 where it is gone or the system does not tell. */
async function residentMb(pid: number | undefined): Promise<number> {
  const statm = await readFile(`/proc/${pid ?? 0}/statm`, 'utf8').catch(() => '');
  return (Number(statm.split(' ')[1] ?? 0) * PAGE_BYTES) / (1024 * 1024);
}
