import type { Identity } from '@hamkhan/contracts/identity';
import { AppError } from '@hamkhan/platform/app-error';
import { KnownUsersRepository } from '@hamkhan/platform/known-users/known-users.repository';
import { Injectable } from '@nestjs/common';
import { PageTextService, type OpenPage } from '../page-text/page-text.service.js';
import type { ViewContext } from './suggestion.mapper.js';
import { SuggestionRepository } from './suggestion.repository.js';
import type { SuggestionRow } from './suggestion.schema.js';

/** Errors of a page that the user may not see (any more). */
const HIDDEN_PAGE: ReadonlySet<string> = new Set(['DOCUMENTS.NOT_FOUND', 'DOCUMENTS.PREVIEW_ONLY']);

/** Finds suggestions under the access rule, and what a viewer needs to see them. */
@Injectable()
export class SuggestionAccess {
  constructor(
    private readonly suggestions: SuggestionRepository,
    private readonly texts: PageTextService,
    private readonly users: KnownUsersRepository,
  ) {}

  /** A suggestion that the user may see, with its page. @throws SUGGESTIONS.NOT_FOUND */
  async find(user: Identity, id: string): Promise<{ row: SuggestionRow; opened: OpenPage }> {
    const row = await this.suggestions.find(id);
    if (!row) throw new AppError('SUGGESTIONS.NOT_FOUND');
    const opened = await this.openPage(row, user);
    if (row.authorId !== user.userId && opened.mode === 'suggest')
      throw new AppError('SUGGESTIONS.NOT_FOUND');
    return { row, opened };
  }

  /** What the mappers of suggestions need: names of authors, the viewer and the page. */
  async viewContext(
    user: Identity,
    opened: OpenPage,
    rows: readonly Pick<SuggestionRow, 'authorId'>[],
  ): Promise<ViewContext> {
    const names = await this.users.namesOf([...new Set(rows.map(({ authorId }) => authorId))]);
    return { names, viewerId: user.userId, page: await this.texts.read(opened) };
  }

  /** @throws SUGGESTIONS.NOT_FOUND if the user may not see the page (any more) */
  private async openPage(row: SuggestionRow, user: Identity): Promise<OpenPage> {
    try {
      return await this.texts.open(row.pageId, user);
    } catch (error) {
      const isHidden = error instanceof AppError && HIDDEN_PAGE.has(error.code);
      throw isHidden ? new AppError('SUGGESTIONS.NOT_FOUND', { cause: error }) : error;
    }
  }
}
