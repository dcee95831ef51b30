import type { ContentItem } from '@hamkhan/contracts/content';
import type { EditType } from '@hamkhan/contracts/http/editing';
import type { Identity } from '@hamkhan/contracts/identity';
import type { UiLanguage } from '@hamkhan/contracts/languages';
import type { Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import type { OpenPage } from '../page-text/page-text.service.js';
import { newSuggestion } from './new-suggestion.domain.js';
import { SuggestionRepository } from './suggestion.repository.js';

/** Records an owner's edits as applied suggestions (G08). */
@Injectable()
export class SuggestionHistory {
  constructor(private readonly suggestions: SuggestionRepository) {}

  /** @param edit `revision` is the one after the edit @returns the id of the entry */
  async addApplied(
    opened: OpenPage,
    user: Identity,
    edit: { type: EditType; before: ContentItem[]; after: ContentItem[]; revision: number },
    language: UiLanguage,
    tx: Tx,
  ): Promise<string> {
    const { type, before, after, revision } = edit;
    const row = newSuggestion(
      opened,
      {
        authorId: user.userId,
        impersonatedBy: user.impersonatedBy,
        editType: type,
        base: before,
        items: after,
        revision,
        title: '',
        description: '',
      },
      language,
    );
    const applied = {
      status: 'applied' as const,
      appliedAt: row.createdAt,
      appliedBy: user.userId,
      appliedImpersonatedBy: user.impersonatedBy,
    };
    await this.suggestions.insert({ ...row, ...applied }, tx);
    return row._id;
  }
}
