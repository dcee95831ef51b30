import type { Identity } from '@hamkhan/contracts/identity';
import { SUGGESTIONS, type RateLimit } from '@hamkhan/contracts/rate-limits';
import { AppError } from '@hamkhan/platform/app-error';
import { configuredLimit } from '@hamkhan/platform/limits/configured-limit';
import { Inject, Injectable } from '@nestjs/common';
import { DOCUMENTS_CONFIG, type DocumentsConfig } from '../../config.js';
import { SuggestionRepository } from './suggestion.repository.js';

/** Limits new suggestions per user. It counts the stored suggestions. */
@Injectable()
export class SuggestionLimit {
  private readonly limit: RateLimit;

  constructor(
    private readonly suggestions: SuggestionRepository,
    @Inject(DOCUMENTS_CONFIG) config: DocumentsConfig,
  ) {
    this.limit = configuredLimit(SUGGESTIONS, config);
  }

  /** @throws SUGGESTIONS.TOO_MANY, with `retry_after` in seconds */
  async assertBelow(user: Identity): Promise<void> {
    const now = Date.now();
    const { max, windowMs, error } = this.limit;
    const since = new Date(now - windowMs);
    const { count, oldest } = await this.suggestions.countCreatedSince(user.userId, since);
    if (count < max) return;
    const seconds = Math.ceil(((oldest?.getTime() ?? now) + windowMs - now) / 1_000);
    throw new AppError(error, { details: { retry_after: Math.max(1, seconds) } });
  }
}
