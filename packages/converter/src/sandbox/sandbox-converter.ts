import { prepareSandbox } from '@hamkhan/sandbox/launch/sandbox';
import { SandboxSource } from '@hamkhan/sandbox/launch/sandbox-source';
import { encodeFrame } from '@hamkhan/sandbox/process/frames';
import { messagesOf } from '@hamkhan/sandbox/process/messages';
import { programOf } from '@hamkhan/sandbox/process/program';
import { SandboxError } from '@hamkhan/sandbox/process/sandbox-error';
import type { SandboxProcess } from '@hamkhan/sandbox/process/sandbox-process';
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
import { messageIn, type ReceivedMessage } from './received-message.js';
import { PageOrder } from './page-order.js';
import type { SandboxFailure, SandboxJob } from './sandbox-protocol.js';

/** The program that reads a document. */
export const CONVERTER = programOf(import.meta.url, 'converter', 'sandbox/sandbox-main');

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
 * for each message, an empty environment, and a work folder that is removed at the end. What the process sends is checked like any upload.
 */
export class SandboxConverter extends DocumentConverter {
  /** Without a sandbox, the first job finds out which isolation is available. */
  constructor(
    private readonly options: SandboxOptions,
    private readonly sandbox = new SandboxSource(() => prepareSandbox('available')),
  ) {
    super();
  }

  async inspect(job: ConversionJob): Promise<Inspection> {
    const { maxPages } = this.options.limits;
    for await (const message of this.run(job, { name: 'inspect' }, this.options.inspectMs)) {
      if (message.type !== 'inspection') throw unexpected(message.type);
      const { totalPages } = message.inspection;
      if (totalPages > maxPages) {
        throw new ConversionError('too_many_pages', { pages: totalPages, limit: maxPages });
      }
      return message.inspection;
    }
    throw new ConversionError('crashed', {}, { detail: 'no inspection received' });
  }

  async *extract(job: ConversionJob, range: PageRange): AsyncGenerator<ExtractedPage | FailedPage> {
    const order = new PageOrder(range);
    for await (const message of this.run(job, { name: 'extract', ...range }, this.options.pageMs)) {
      if (message.type !== 'page' && message.type !== 'failed-page') throw unexpected(message.type);
      order.accept(message.pageNumber);
      if (message.type === 'page') yield message.page;
      else yield { pageNumber: message.pageNumber, error: toConversionError(message.failure) };
    }
  }

  async *render(job: ConversionJob, range: PageRange): AsyncGenerator<RenderedPage> {
    const order = new PageOrder(range);
    for await (const message of this.run(job, { name: 'render', ...range }, this.options.pageMs)) {
      if (message.type !== 'rendered-page') throw unexpected(message.type);
      order.accept(message.pageNumber);
      yield message.page;
    }
  }

  /** The messages of a job before the last one, which says how it went. */
  private async *run(
    job: ConversionJob,
    task: SandboxJob['task'],
    silenceMs: number,
  ): AsyncGenerator<ReceivedMessage> {
    job.signal.throwIfAborted();
    const sandboxed = await this.launch(job, task);
    try {
      const { document: file, workDir, stdin } = sandboxed;
      const { limits, ocr } = this.options;
      const { kind, language } = job;
      stdin.write(encodeFrame({ task, file, kind, language, workDir, limits, ocr } satisfies SandboxJob));
      const watch = { silenceMs, messages: pagesOf(task) + 1, signal: job.signal };
      for await (const message of messagesOf(sandboxed, messageIn, watch)) {
        if (message.type === 'done') return;
        if (message.type === 'failed') throw toConversionError(message.failure);
        yield message;
      }
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error;
      throw new ConversionError(error.reason, {}, { cause: error.cause ?? error, detail: error.message });
    } finally {
      sandboxed.kill();
      await sandboxed.cleanUp();
    }
  }

  private async launch(job: ConversionJob, task: SandboxJob['task']): Promise<SandboxProcess> {
    const { isolation } = await this.sandbox.get();
    return isolation.start({
      program: CONVERTER,
      document: job.file,
      folders: [this.options.ocr.dataDir],
      limits: {
        cpuSeconds: 60 * (pagesOf(task) + 1),
        memoryMb: this.options.memoryMb,
        isAwaited: job.isAwaited,
      },
    });
  }
}

const pagesOf = (task: SandboxJob['task']): number => (task.name === 'inspect' ? 1 : task.to - task.from + 1);

const unexpected = (type: string): ConversionError =>
  new ConversionError('crashed', {}, { detail: `unexpected message ${type}` });

const toConversionError = ({ reason, params, detail }: SandboxFailure): ConversionError =>
  new ConversionError(reason, params, { detail });
