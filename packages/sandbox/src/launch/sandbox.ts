import { readlink } from 'node:fs/promises';
import { Bubblewrap } from '../isolation/bubblewrap.js';
import { UtilLinux } from '../isolation/util-linux.js';
import { messagesOf } from '../process/messages.js';
import { programOf } from '../process/program.js';
import { SandboxError, SandboxUnavailableError } from '../process/sandbox-error.js';
import type { Isolation } from '../process/sandbox-process.js';
import { JOB_FOLDERS, removeStaleFolders } from '../temporary-folder/process-folder.js';
import type { SandboxMode } from '../sandbox-mode.js';
import { layersOf, NAMESPACES, ProbeFacts, type LayerState, type OwnFacts } from './layers.js';

/** The program that reports how it is isolated. */
export const PROBE = programOf(import.meta.url, 'probe', 'launch/sandbox-probe');

/** How processes that read hostile files are isolated here, as a probe in such a process found. */
export type Sandbox = { isolation: Isolation; layers: readonly LayerState[]; missing: readonly LayerState[] };

const PROBE_MS = 20_000;

/** Not all layers hold, and the mode requires them. */
export class SandboxMissingError extends Error {
  constructor(readonly sandbox: Sandbox) {
    super(describeSandbox(sandbox).join('\n'));
  }
}

/**
 * Finds the strongest isolation that works on this machine. Each one is probed by a process that it starts.
 *
 * @throws SandboxMissingError in mode `required` if a layer is missing
 */
export async function prepareSandbox(mode: SandboxMode, candidates = candidatesFor(mode)): Promise<Sandbox> {
  await removeStaleFolders(JOB_FOLDERS);
  const own = await ownFacts();
  for (const isolation of candidates) {
    const facts = await probeIsolation(isolation);
    if (!facts) continue;
    const layers = layersOf(facts, own);
    const sandbox = { isolation, layers, missing: layers.filter(({ holds }) => !holds) };
    if (mode === 'required' && sandbox.missing.length > 0) throw new SandboxMissingError(sandbox);
    return sandbox;
  }
  throw new Error('processes of the sandbox do not start here; is the package built?');
}

/** The strongest first. */
const candidatesFor = (mode: SandboxMode): Isolation[] =>
  mode === 'off' ? [new UtilLinux(false)] : [new Bubblewrap(), new UtilLinux(true), new UtilLinux(false)];

/** The report in words: a summary, then a line for each layer. */
export function describeSandbox({ isolation, layers, missing }: Sandbox): string[] {
  const summary =
    missing.length === 0
      ? `all ${layers.length} layers hold`
      : `${layers.length - missing.length} of ${layers.length} layers hold`;
  return [
    `sandbox (${isolation.name}): ${summary}`,
    ...layers.map(({ layer, holds, text }) => `  ${holds ? 'holds  ' : 'MISSING'}  ${layer}: ${text}`),
  ];
}

/** Starts a process that reports how it is isolated; null if this isolation does not work here. @throws SandboxUnavailableError */
async function probeIsolation(isolation: Isolation): Promise<ProbeFacts | null> {
  const started = await isolation.start({
    program: PROBE,
    document: null,
    folders: [],
    limits: { cpuSeconds: 30, memoryMb: 256, isAwaited: true },
  });
  const limits = { silenceMs: PROBE_MS, messages: 1, signal: new AbortController().signal };
  try {
    for await (const facts of messagesOf(started, ({ message }) => ProbeFacts.parse(message), limits))
      return facts;
    return null;
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    if (error.cause instanceof SandboxUnavailableError) throw error.cause;
    return null;
  } finally {
    started.kill();
    await started.cleanUp();
  }
}

async function ownFacts(): Promise<OwnFacts> {
  const links = await Promise.all(
    NAMESPACES.map((name) => readlink(`/proc/self/ns/${name}`).catch(() => '')),
  );
  return {
    user: process.getuid?.() ?? 0,
    namespaces: Object.fromEntries(NAMESPACES.map((name, index) => [name, links[index] ?? ''])),
  };
}
