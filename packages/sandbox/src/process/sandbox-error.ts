export const SANDBOX_REASONS = ['timed_out', 'out_of_memory', 'crashed'] as const;
export type SandboxReason = (typeof SANDBOX_REASONS)[number];

/** A process of the sandbox that ended before its work was done. The message may contain text of a hostile file: it is for the log only. */
export class SandboxError extends Error {
  constructor(
    readonly reason: SandboxReason,
    { detail, cause }: { detail?: string; cause?: unknown } = {},
  ) {
    super(detail ? `${reason}: ${detail.slice(0, 500)}` : reason, { cause });
    this.name = 'SandboxError';
  }
}

/** The sandbox server does not answer, or has too many jobs. Trying again later helps. */
export class SandboxUnavailableError extends Error {
  /** Callers treat it as the outage of a server. */
  readonly code = 'ECONNREFUSED';
}
