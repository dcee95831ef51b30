import { access, constants } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ConversionError } from '../conversion-error.js';
import { SandboxConverter } from '../sandbox/sandbox-converter.js';
import { describeSandbox, prepareSandbox, SandboxMissingError } from '@hamkhan/sandbox/launch/sandbox';
import { SandboxSource } from '@hamkhan/sandbox/launch/sandbox-source';
import { SANDBOX_DEFAULTS } from '../sandbox/sandbox-defaults.js';
import { HELP, parseArguments, type CommandArguments, type SandboxCheck } from './arguments.js';
import { convertDocument } from './convert-document.js';
import { EXIT } from './exit-codes.js';
import { failureText } from './failure-text.js';
import { streamReporter, type Reporter } from './reporter.js';
import { UsageError } from './usage-error.js';

const STOP_CODES = { SIGINT: EXIT.interrupted, SIGTERM: EXIT.terminated } as const;

/** Ends the conversion on SIGINT or SIGTERM; the exit code is that of the signal. */
class Stopped extends Error {
  constructor(readonly signal: keyof typeof STOP_CODES) {
    super(signal);
  }
}

/** Runs the command. @returns its exit code */
export async function main(argv: readonly string[]): Promise<number> {
  let reporter = streamReporter(process.stderr, { progress: false });
  try {
    const args = parseArguments(argv);
    if (args === 'help') {
      process.stdout.write(HELP);
      return EXIT.ok;
    }
    if ('check' in args) return await checkSandbox(args);
    reporter = streamReporter(process.stderr, args);
    return await convert(args, reporter);
  } catch (error) {
    return report(error, reporter);
  }
}

/** Prints how converter processes are isolated here. */
async function checkSandbox({ isolation }: SandboxCheck): Promise<number> {
  process.stdout.write(`${describeSandbox(await prepareSandbox(isolation)).join('\n')}\n`);
  return EXIT.ok;
}

async function convert(args: CommandArguments, reporter: Reporter): Promise<number> {
  await access(args.file, constants.R_OK).catch(() => {
    throw new UsageError(`${args.file}: no such file, or it is not readable`);
  });
  const controller = new AbortController();
  const stop = (signal: keyof typeof STOP_CODES): void => controller.abort(new Stopped(signal));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    const sandbox = await prepareSandbox(args.isolation);
    if (args.sandbox) reporter.warn(describeSandbox(sandbox).join('\n'));
    const ocr = { ...args.ocr, dataDir: resolve(args.ocr.dataDir) };
    const converter = new SandboxConverter({ ...SANDBOX_DEFAULTS, ocr }, SandboxSource.of(sandbox));
    const document = { ...args, file: resolve(args.file) };
    const { path, converted, failed } = await convertDocument(
      document,
      converter,
      reporter,
      controller.signal,
    );
    process.stdout.write(`${path}\n`);
    if (failed === 0) return EXIT.ok;
    reporter.warn(`${failed} of ${converted + failed} pages could not be converted`);
    return EXIT.pagesFailed;
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

function report(error: unknown, reporter: Reporter): number {
  if (error instanceof Stopped) return STOP_CODES[error.signal];
  if (error instanceof UsageError) {
    reporter.warn(`${error.message}\nTry “hamkhan-convert --help”.`);
    return EXIT.usage;
  }
  if (error instanceof SandboxMissingError) {
    reporter.warn(error.message);
    return EXIT.sandboxMissing;
  }
  if (error instanceof ConversionError) {
    reporter.warn(failureText(error));
    return EXIT.documentRefused;
  }
  reporter.warn(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return EXIT.internalError;
}
