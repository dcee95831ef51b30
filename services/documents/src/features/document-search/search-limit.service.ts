import { GUEST_SEARCHES, type RateLimit } from '@hamkhan/contracts/rate-limits';
import { ConcurrencyLimit } from '@hamkhan/platform/limits/concurrency-limit';
import { configuredLimit } from '@hamkhan/platform/limits/configured-limit';
import { RateLimits } from '@hamkhan/platform/limits/rate-limits';
import { Inject, Injectable } from '@nestjs/common';
import { DOCUMENTS_CONFIG, type DocumentsConfig } from '../../config.js';

/** Limits searches: each one reads many pages. */
@Injectable()
export class SearchLimit {
  private readonly guests: RateLimit;
  private readonly running: ConcurrencyLimit;

  constructor(
    private readonly limits: RateLimits,
    @Inject(DOCUMENTS_CONFIG) config: DocumentsConfig,
  ) {
    this.guests = configuredLimit(GUEST_SEARCHES, config);
    this.running = new ConcurrencyLimit(config.SEARCH_CONCURRENCY);
  }

  /** Counts one search of a guest. @throws AUTH.TOO_MANY_REQUESTS, with `retry_after` in seconds; COMMON.UNAVAILABLE if Redis is unavailable */
  countGuest(network: string): Promise<void> {
    return this.limits.consume(this.guests, network);
  }

  /** Runs a search when its turn comes. @throws COMMON.UNAVAILABLE when too many wait. */
  run<T>(search: () => Promise<T>): Promise<T> {
    return this.running.run(search);
  }
}
