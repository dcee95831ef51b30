import type { ConversionReason, ConversionReasonParams } from '@hamkhan/contracts/conversion-reasons';

/** A conversion that failed for a reason that users understand. `detail` is for the log only: it may contain text of a hostile file. */
export class ConversionError extends Error {
  constructor(
    readonly reason: ConversionReason,
    readonly params: ConversionReasonParams = {},
    options?: { detail?: string; cause?: unknown },
  ) {
    super(options?.detail ? `${reason}: ${options.detail.slice(0, 500)}` : reason, { cause: options?.cause });
    this.name = 'ConversionError';
  }
}
