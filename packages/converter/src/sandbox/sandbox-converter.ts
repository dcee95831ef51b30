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
import { removeStaleFolders } from '../temporary-folder/process-folder.js';
import { encodeFrame } from './frames.js';
import type { SandboxProcess } from './isolation.js';
import { FOLDER_PREFIX } from './readable-document.js';
import { entryPoint, prepareSandbox, type Sandbox } from './sandbox.js';
import { killGroup, messagesOf, toConversionError } from './sandbox-messages.js';
import type { SandboxJob, SandboxMessage } from './sandbox-protocol.js';

export type SandboxOptions = {
  limits: ConverterLimits;
  ocr: SandboxJob['ocr'];
  /** Resident memory of a process, megabytes; all processes of a job together may use twice as much. */
  memoryMb: number;
  /** Longest time until the next message, milliseconds: for an inspection, and for one page. */
  inspectMs: number;
  pageMs: number;
};

/**
 * Reads each document in a process of its own, isolated as `sandbox` says, with limits on processor time, file size and memory, a timeout
 * for each message, an empty environment, and a work folder that is removed at the end.
 */
export class SandboxConverter extends DocumentConverter {
  private cleaned: Promise<void> | null = null;
  private sandbox: Promise<Sandbox> | null;

  /** Without a sandbox, the first job finds out which isolation is available. */
  constructor(
    private readonly options: SandboxOptions,
    sandbox?: Sandbox,
  ) {
    super();
    this.sandbox = sandbox ? Promise.resolve(sandbox) : null;
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
    const sandboxed = await this.launch(job, task);
    try {
      const { document: file, workDir, stdin } = sandboxed;
      const { limits, ocr, memoryMb } = this.options;
      const { kind, language } = job;
      stdin.write(encodeFrame({ task, file, kind, language, workDir, limits, ocr } satisfies SandboxJob));
      yield* messagesOf(sandboxed, { silenceMs, memoryMb, signal: job.signal });
    } finally {
      killGroup(sandboxed.child);
      await sandboxed.cleanUp();
    }
  }

  private async launch(job: ConversionJob, task: SandboxJob['task']): Promise<SandboxProcess> {
    this.sandbox ??= prepareSandbox('available');
    const { isolation } = await this.sandbox;
    const pages = task.name === 'inspect' ? 1 : task.to - task.from + 1;
    return isolation.start({
      entry: entryPoint('sandbox-main'),
      document: job.file,
      folders: [this.options.ocr.dataDir],
      limits: {
        cpuSeconds: 60 * (pages + 1),
        memoryMb: this.options.memoryMb,
        isAwaited: job.isAwaited,
      },
    });
  }
}
