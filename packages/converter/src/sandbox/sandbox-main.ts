/** Entry point of the process in which a document is read. Takes one job, then ends. Started by SandboxConverter only. */
import { createWriteStream } from 'node:fs';
import { encodeFrame, FRAME_LIMITS, framesOf } from '@hamkhan/sandbox/process/frames';
import { TOOL_PATH } from '@hamkhan/sandbox/process/local-process';
import { ConversionError } from '../conversion-error.js';
import {
  isFailedPage,
  type Converter,
  type ConverterContext,
  type ExtractedImage,
  type ExtractedPage,
} from '../converter.js';
import { ocrEngineFor } from '../ocr/ocr-engine-for.js';
import { LimitedToolRunner } from '../tools/limited-tool-runner.js';
import { SandboxJob, type SandboxFailure, type SandboxMessage } from './sandbox-protocol.js';

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

type Send = (message: SandboxMessage, images?: readonly ExtractedImage[]) => Promise<void>;

async function work(job: SandboxJob, send: Send): Promise<void> {
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
        await send({ type: 'rendered-page', ...page }, page.images);
      }
      return;
    }
    for await (const page of converter.extract(job.file, job.task, context)) {
      const { pageNumber } = page;
      const error = isFailedPage(page) ? page.error : sizeErrorOf(page);
      if (error) await send({ type: 'failed-page', pageNumber, failure: failureOf(error) });
      else if (!isFailedPage(page)) await send({ type: 'page', ...page }, page.images);
    }
  } finally {
    await ocr.close();
  }
}

/** A page that no message can carry; null for others. */
const sizeErrorOf = ({ content }: ExtractedPage): ConversionError | null =>
  Buffer.byteLength(JSON.stringify(content)) > FRAME_LIMITS.textBytes / 2
    ? new ConversionError('page_too_large')
    : null;

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
const send: Send = (message, images = []) =>
  new Promise((resolve, reject) => {
    const bytes = images.map((image) => image.bytes);
    const text = 'images' in message ? { ...message, images: message.images.map(withoutBytes) } : message;
    messages.write(encodeFrame(text, bytes), (error) => (error ? reject(error) : resolve()));
  });
const withoutBytes = (image: object): object => ({ ...image, bytes: undefined });

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
for await (const { message } of framesOf(process.stdin)) {
  if (!isStarted) void start(message).catch(() => process.exit(1));
  isStarted = true;
}
// The worker has ended, so the result is no longer needed.
process.exit(1);
