import type { ConversionReason, ConversionReasonParams } from '@hamkhan/contracts/conversion-reasons';

/**
 * A conversion that ended for a reason a person understands. `detail` is for the log only: it may carry text of a
 * hostile file and is never shown.
 */
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
