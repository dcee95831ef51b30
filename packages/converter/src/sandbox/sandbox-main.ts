/** Entry point of the process in which a document is read. Takes one job, then ends. Started by SandboxConverter only. */
import { createWriteStream } from 'node:fs';
import { ConversionError } from '../conversion-error.js';
import { isFailedPage, type Converter, type ConverterContext } from '../converter.js';
import { ocrEngineFor } from '../ocr/ocr-engine-for.js';
import { LimitedToolRunner } from '../tools/limited-tool-runner.js';
import { encodeFrame, framesOf } from './frames.js';
import { SandboxJob, TOOL_PATH, type SandboxFailure, type SandboxMessage } from './sandbox-protocol.js';

const MAX_JOB_BYTES = 1024 * 1024;

/** Loads only the converter of this kind, because starting is most of the time of a short job. */
async function converterFor(kind: SandboxJob['kind']): Promise<Converter> {
  switch (kind) {
    case 'pdf':
      return new (await import('../pdf/pdf-converter.js')).PdfConverter();
    case 'epub':
      return new (await import('../epub/epub-converter.js')).EpubConverter();
    case 'djvu':
      return new (await import('../djvu/djvu-converter.js')).DjvuConverter();
  }
}

async function work(job: SandboxJob, send: (message: SandboxMessage) => Promise<void>): Promise<void> {
  const tools = new LimitedToolRunner(TOOL_PATH);
  const ocr = await ocrEngineFor(job.ocr, tools);
  const context: ConverterContext = {
    language: job.language,
    workDir: job.workDir,
    tools,
    ocr,
    limits: job.limits,
    signal: new AbortController().signal,
  };
  try {
    const converter = await converterFor(job.kind);
    if (job.task.name === 'inspect') {
      await send({ type: 'inspection', inspection: await converter.inspect(job.file, context) });
      return;
    }
    if (job.task.name === 'render') {
      for await (const page of converter.render(job.file, job.task, context)) {
        await send({ type: 'rendered-page', ...page });
      }
      return;
    }
    for await (const page of converter.extract(job.file, job.task, context)) {
      await send(
        isFailedPage(page)
          ? { type: 'failed-page', pageNumber: page.pageNumber, failure: failureOf(page.error) }
          : { type: 'page', ...page },
      );
    }
  } finally {
    await ocr.close();
  }
}

function failureOf(error: unknown): SandboxFailure {
  const known =
    error instanceof ConversionError ? error : new ConversionError('crashed', {}, { cause: error });
  const source = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return {
    reason: known.reason,
    params: known.params,
    detail: source.slice(0, 2_000),
  };
}

/** A pipe for the messages; standard output may be used by libraries. */
const messages = createWriteStream('', { fd: 3 });
const send = (message: SandboxMessage): Promise<void> =>
  new Promise((resolve, reject) => {
    messages.write(encodeFrame(message), (error) => (error ? reject(error) : resolve()));
  });

async function start(message: unknown): Promise<never> {
  try {
    await work(SandboxJob.parse(message), send);
    await send({ type: 'done' });
  } catch (error) {
    await send({ type: 'failed', failure: failureOf(error) });
  }
  process.exit(0);
}

let isStarted = false;
for await (const message of framesOf(process.stdin, MAX_JOB_BYTES)) {
  if (!isStarted) void start(message).catch(() => process.exit(1));
  isStarted = true;
}
// The worker has ended, so the result is no longer needed.
process.exit(1);
