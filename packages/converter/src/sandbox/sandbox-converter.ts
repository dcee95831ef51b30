import { fork, type ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { sep } from 'node:path';
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
import { killGroup, messagesOf, toConversionError } from './sandbox-messages.js';
import { TOOL_PATH, type SandboxJob, type SandboxMessage } from './sandbox-protocol.js';
import { launcherFor, type Launcher } from './sandbox-launcher.js';
import { makeProcessFolder, removeStaleFolders } from '../temporary-folder/process-folder.js';

export type SandboxOptions = {
  limits: ConverterLimits;
  ocr: SandboxJob['ocr'];
  /** Resident memory of the process, megabytes. The programs that it calls have their own limits. */
  memoryMb: number;
  /** Longest time until the next message, milliseconds: for an inspection, and for one page. */
  inspectMs: number;
  pageMs: number;
};

/** The entry point of the process: compiled, also when a test runs this file from source. */
const ENTRY = fileURLToPath(new URL('./sandbox-main.js', import.meta.url)).replace(
  `${sep}src${sep}sandbox${sep}`,
  `${sep}dist${sep}sandbox${sep}`,
);
const FOLDER_PREFIX = 'hamkhan-convert-';

/**
 * Reads each document in a child process: without network where the kernel allows that, with limits on processor time, file size and
 * memory, a timeout for each message, an empty environment, and a temporary folder that is removed at the end.
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
    throw new ConversionError('crashed', {}, { detail: 'no inspection received' });
  }

  async *extract(job: ConversionJob, range: PageRange): AsyncGenerator<ExtractedPage | FailedPage> {
    for await (const message of this.run(job, { name: 'extract', ...range }, this.options.pageMs)) {
      if (message.type === 'page') yield message;
      if (message.type === 'failed-page') {
        yield { pageNumber: message.pageNumber, error: toConversionError(message.failure) };
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
    this.cleaned ??= removeStaleFolders(FOLDER_PREFIX);
    await this.cleaned;
    const workDir = await makeProcessFolder(FOLDER_PREFIX);
    const child = await this.launch(workDir, task, job.isAwaited);
    try {
      const { limits, ocr } = this.options;
      const { file, kind, language } = job;
      child.send({ task, file, kind, language, workDir, limits, ocr } satisfies SandboxJob);
      yield* messagesOf(child, { silenceMs, memoryMb: this.options.memoryMb, signal: job.signal });
    } finally {
      killGroup(child);
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

/** The environment of the process has no addresses and no secrets. */
const sandboxEnv = (workDir: string): NodeJS.ProcessEnv => ({
  PATH: TOOL_PATH,
  LC_ALL: 'C.UTF-8',
  HOME: workDir,
  TMPDIR: workDir,
  OMP_THREAD_LIMIT: '1',
});
