import {
  describeSandbox,
  prepareSandbox,
  SandboxMissingError,
  type Sandbox,
} from '@hamkhan/sandbox/launch/sandbox';
import { SandboxSource } from '@hamkhan/sandbox/launch/sandbox-source';
import { SandboxUnavailableError } from '@hamkhan/sandbox/process/sandbox-error';
import { RemoteIsolation } from '@hamkhan/sandbox/remote/remote-isolation';
import type { SandboxMode } from '@hamkhan/sandbox/sandbox-mode';
import { ConfigError, type SandboxConfig } from '../config.js';
import type { Logger } from '../observability/logger.js';

/** How processes that read uploads must be isolated. */
export const sandboxMode = ({ SANDBOX, DEPLOYMENT }: SandboxConfig): SandboxMode =>
  SANDBOX ?? (DEPLOYMENT === 'production' ? 'required' : 'available');

/**
 * The sandbox of a service: on this machine, or the server whose socket is configured. Logs which layers hold. The service starts
 * even if the server does not answer yet; the first job asks it again.
 *
 * @throws ConfigError if layers are missing that the mode requires
 */
export async function startSandbox(config: SandboxConfig, logger: Logger): Promise<SandboxSource> {
  const source = new SandboxSource(() => reportedSandbox(config, logger));
  try {
    await source.get();
  } catch (error) {
    if (!(error instanceof SandboxUnavailableError)) throw error;
    logger.warn({ err: error }, 'the sandbox server does not answer; jobs wait');
  }
  return source;
}

async function reportedSandbox(config: SandboxConfig, logger: Logger): Promise<Sandbox> {
  const { SANDBOX_SOCKET: socket } = config;
  try {
    const candidates = socket === undefined ? undefined : [new RemoteIsolation(socket)];
    const sandbox = await prepareSandbox(sandboxMode(config), candidates);
    const layers = Object.fromEntries(sandbox.layers.map(({ layer, text }) => [layer, text]));
    const [summary = ''] = describeSandbox(sandbox);
    const missing = sandbox.missing.map(({ layer }) => layer);
    if (missing.length === 0) logger.info({ layers }, summary);
    else logger.warn({ layers, missing }, `${summary}; missing: ${missing.join(', ')}`);
    return sandbox;
  } catch (error) {
    if (!(error instanceof SandboxMissingError)) throw error;
    throw new ConfigError([`SANDBOX is required, but layers are missing. ${error.message}`]);
  }
}
