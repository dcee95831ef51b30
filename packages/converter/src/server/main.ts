/** Entry point of the sandbox server: reads uploads for other containers, in a container without network and secrets (docs/operations.md). */
import { MAX_UPLOAD_BYTES } from '@hamkhan/contracts/http/documents';
import { describeSandbox, prepareSandbox, PROBE, SandboxMissingError } from '@hamkhan/sandbox/launch/sandbox';
import { PICTURES } from '@hamkhan/sandbox/pictures/picture-decoder';
import { SandboxServer } from '@hamkhan/sandbox/remote/sandbox-server';
import { z } from 'zod';
import { CONVERTER } from '../sandbox/sandbox-converter.js';
import { parseEnv } from './config.js';

/** sysexits.h: something was found in an unconfigured or misconfigured state. */
const EXIT_CONFIG = 78;
/** The longest batch of pages has an hour. */
const JOB_MS = 3_600_000;
const CPU_SECONDS = 3_700;

const log = (level: 'info' | 'warn' | 'error', msg: string): void => {
  process.stdout.write(
    `${JSON.stringify({ level, time: new Date().toISOString(), service: 'converter', msg })}\n`,
  );
};

async function main(): Promise<void> {
  const parsed = parseEnv();
  if (!parsed.success) return stop(z.prettifyError(parsed.error));
  const config = parsed.data;
  try {
    const sandbox = await prepareSandbox(config.SANDBOX);
    for (const line of describeSandbox(sandbox))
      log(sandbox.missing.length > 0 ? 'warn' : 'info', line.trim());
    const server = new SandboxServer({
      isolation: sandbox.isolation,
      programs: [PROBE, CONVERTER, PICTURES],
      folders: [config.TESSDATA_DIR],
      jobs: config.SANDBOX_JOBS,
      documentBytes: MAX_UPLOAD_BYTES,
      cpuSeconds: CPU_SECONDS,
      memoryMb: config.CONVERTER_MEMORY_MB,
      jobMs: JOB_MS,
      log: (text) => log('warn', text),
    });
    await server.listen(config.SANDBOX_SOCKET);
    log('info', `listening on ${config.SANDBOX_SOCKET}`);
    // Services lose their jobs and try again; the processes end with this one.
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0));
  } catch (error) {
    if (!(error instanceof SandboxMissingError)) throw error;
    stop(`SANDBOX is required, but layers are missing. ${error.message}`);
  }
}

function stop(problem: string): void {
  log('error', problem);
  process.exitCode = EXIT_CONFIG;
}

await main();
