import { execFile, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { TestEnv } from '@hamkhan/testing/test-stack';
import { waitFor } from '@hamkhan/testing/wait-for';
import { freePort } from '@hamkhan/testing/free-port';

/** Shorter than the time limit of a hook, so that the failure is reported with its reason. */
const READY_WITHIN_MS = 80_000;

const ROOT = resolve(import.meta.dirname, '../../../..');
const mainOf = (service: string): string => resolve(ROOT, 'services', service, 'dist/main.js');
const run = promisify(execFile);

export type ServiceProcess = {
  url: string;
  adminUrl: string;
  isRunning: () => boolean;
  stop: () => Promise<number | null>;
};

/** Runs a role of a built service (`migrate`, `seed`) and returns its output. @throws when it fails. */
export async function runRole(service: string, role: string, env: TestEnv): Promise<string> {
  const { stdout } = await run(process.execPath, [mainOf(service), role], {
    env: { PORT: String(await freePort()), ...env },
  });
  return stdout;
}

/** Starts a built service as a separate process, as in production, and waits until it is ready. */
export async function startProcess(service: string, env: TestEnv): Promise<ServiceProcess> {
  const [port, adminPort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [mainOf(service)], {
    env: { ...env, PORT: String(port), ADMIN_PORT: String(adminPort) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  await waitFor(
    `${service} to be ready`,
    async () => {
      if (child.exitCode !== null) throw new Error(`${service} ended: ${errors}`);
      return (await fetch(`http://127.0.0.1:${adminPort}/health/ready`)).ok;
    },
    READY_WITHIN_MS,
  ).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  return {
    url: `http://127.0.0.1:${port}`,
    adminUrl: `http://127.0.0.1:${adminPort}`,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
