import { once } from 'node:events';
import { readlink } from 'node:fs/promises';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Bubblewrap } from './bubblewrap.js';
import { framesOf } from './frames.js';
import type { Isolation } from './isolation.js';
import { layersOf, NAMESPACES, ProbeFacts, type LayerState, type OwnFacts } from './layers.js';
import { killGroup } from './sandbox-messages.js';
import { UtilLinux } from './util-linux.js';

/** `required` refuses to work unless all layers hold, `available` uses those that hold, `off` sets limits only. */
export const SANDBOX_MODES = ['required', 'available', 'off'] as const;
export type SandboxMode = (typeof SANDBOX_MODES)[number];

/** How converter processes are isolated here, as a probe in such a process found. */
export type Sandbox = { isolation: Isolation; layers: readonly LayerState[]; missing: readonly LayerState[] };

const PROBE_MS = 20_000;
const MAX_FACTS_BYTES = 1024 * 1024;

/** The compiled file of an entry point, also when a test runs this file from source: Node.js starts it without a test runner. */
export const entryPoint = (name: string): string =>
  fileURLToPath(new URL(`./${name}.js`, import.meta.url)).replace(
    `${sep}src${sep}sandbox${sep}`,
    `${sep}dist${sep}sandbox${sep}`,
  );

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
  const own = await ownFacts();
  for (const isolation of candidates) {
    const facts = await probeIsolation(isolation).catch(() => null);
    if (!facts) continue;
    const layers = layersOf(facts, own);
    const sandbox = { isolation, layers, missing: layers.filter(({ holds }) => !holds) };
    if (mode === 'required' && sandbox.missing.length > 0) throw new SandboxMissingError(sandbox);
    return sandbox;
  }
  throw new Error('converter processes do not start here; is the package built?');
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
    `converter sandbox (${isolation.name}): ${summary}`,
    ...layers.map(({ layer, holds, text }) => `  ${holds ? 'holds  ' : 'MISSING'}  ${layer}: ${text}`),
  ];
}

/** Starts a process that reports how it is isolated. */
async function probeIsolation(isolation: Isolation): Promise<ProbeFacts> {
  const process = await isolation.start({
    entry: entryPoint('sandbox-probe'),
    document: null,
    folders: [],
    limits: { cpuSeconds: 30, memoryMb: 256, isAwaited: true },
  });
  const timer = setTimeout(() => killGroup(process.child), PROBE_MS);
  const failed = once(process.child, 'error').then(([error]) => {
    throw error as Error;
  });
  failed.catch(() => undefined);
  try {
    const first = framesOf(process.messages, MAX_FACTS_BYTES).next();
    const result = await Promise.race([first, failed]);
    return ProbeFacts.parse(result.value);
  } finally {
    clearTimeout(timer);
    killGroup(process.child);
    await process.cleanUp();
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
