import type { SuggestionSavedResponse } from '@hamkhan/contracts/http/suggestions';
import type { Identity } from '@hamkhan/contracts/identity';
import { AppError } from '@hamkhan/platform/app-error';
import { Injectable } from '@nestjs/common';
import { PageTextService, type OpenPage } from '../page-text/page-text.service.js';
import { ImageSigner } from '../page/image-signature.domain.js';
import { SuggestionAccess } from './suggestion-access.service.js';
import { toSuggestion } from './suggestion.mapper.js';
import type { SuggestionRow } from './suggestion.schema.js';

type SavedSuggestion = { row: SuggestionRow; hasChangedPage: boolean; conflict: boolean };
/** The saved suggestion, or the ids of the items that prevent saving it. */
export type SuggestionOutcome = SavedSuggestion | { conflicts: string[] };

@Injectable()
export class SuggestionResponses {
  constructor(
    private readonly access: SuggestionAccess,
    private readonly texts: PageTextService,
    private readonly signer: ImageSigner,
  ) {}

  /** The response to a saved suggestion. @throws EDITING.CONFLICT with the page and the items in conflict */
  async of(user: Identity, opened: OpenPage, outcome: SuggestionOutcome): Promise<SuggestionSavedResponse> {
    if ('conflicts' in outcome) {
      const page = await this.texts.readDelivered(opened);
      throw new AppError('EDITING.CONFLICT', { details: { page, conflicts: outcome.conflicts } });
    }
    const { row, hasChangedPage, conflict } = outcome;
    const context = await this.access.viewContext(user, opened, [row]);
    return {
      status: 'success',
      suggestion: toSuggestion(row, opened, context, this.signer),
      page: hasChangedPage ? await this.texts.readDelivered(opened) : null,
      conflict,
    };
  }
}
