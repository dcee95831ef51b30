import type { Identity } from '@hamkhan/contracts/identity';
import { EDITS, type RateLimit } from '@hamkhan/contracts/rate-limits';
import { configuredLimit } from '@hamkhan/platform/limits/configured-limit';
import { RateLimits } from '@hamkhan/platform/limits/rate-limits';
import { Inject, Injectable } from '@nestjs/common';
import { DOCUMENTS_CONFIG, type DocumentsConfig } from '../../config.js';

/** Limits page edits per user: each one is stored, processed by the pipeline and sent to readers. */
@Injectable()
export class EditLimit {
  private readonly limit: RateLimit;

  constructor(
    private readonly limits: RateLimits,
    @Inject(DOCUMENTS_CONFIG) config: DocumentsConfig,
  ) {
    this.limit = configuredLimit(EDITS, config);
  }

  /** Counts one edit. @throws EDITING.TOO_MANY, with `retry_after` in seconds; COMMON.UNAVAILABLE if Redis is unavailable */
  take(user: Pick<Identity, 'userId'>): Promise<void> {
    return this.limits.consume(this.limit, user.userId);
  }
}
