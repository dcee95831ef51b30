import {
  StaticPageSlug,
  type StaticPageResponse,
  type UpdateStaticPageRequest,
} from '@hamkhan/contracts/http/static-pages';
import type { Identity } from '@hamkhan/contracts/identity';
import type { UiLanguage } from '@hamkhan/contracts/languages';
import { AppError } from '@hamkhan/platform/app-error';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { isStaff } from '../access/access.domain.js';
import { StaticPageRepository } from './static-page.repository.js';
import type { StaticPageRow } from './static-page.schema.js';

/** How long other instances may show the old text of a page that was edited here. */
const CACHE_MS = 10_000;
/** More than all slugs in all languages. */
const MAX_PAGES = 100;

const toResponse = (row: StaticPageRow): StaticPageResponse => ({
  status: 'success',
  slug: row.slug,
  language: row.language,
  title: row.title,
  content: row.content,
  header: row.header,
  footer: row.footer,
  revision: row.revision,
  modified_date: row.modifiedAt.toISOString(),
});

/** Static pages: readable by everyone, editable by staff. */
@Injectable()
export class StaticPageService {
  private readonly cache = new LRUCache<string, StaticPageResponse>({ max: MAX_PAGES, ttl: CACHE_MS });

  constructor(private readonly pages: StaticPageRepository) {}

  /** @throws COMMON.NOT_FOUND for an unknown slug */
  async get(slugParam: string, language: UiLanguage): Promise<StaticPageResponse> {
    const slug = this.slugOf(slugParam);
    const cached = this.cache.get(`${slug}:${language}`);
    if (cached) return cached;
    const row = await this.pages.find(slug, language);
    if (!row) throw new AppError('COMMON.NOT_FOUND');
    return this.cacheResponse(row);
  }

  /**
   * @throws COMMON.NOT_FOUND for an unknown slug; COMMON.FORBIDDEN for anyone but staff; COMMON.CONFLICT if the page has changed since it was
   * read
   */
  async update(
    slugParam: string,
    form: UpdateStaticPageRequest,
    editor: Identity,
  ): Promise<StaticPageResponse> {
    const slug = this.slugOf(slugParam);
    if (!isStaff(editor)) throw new AppError('COMMON.FORBIDDEN');
    const { language, revision, ...text } = form;
    const row = await this.pages.update(
      slug,
      language,
      revision,
      text,
      editor.impersonatedBy ?? editor.userId,
    );
    if (!row) throw new AppError('COMMON.CONFLICT');
    return this.cacheResponse(row);
  }

  private slugOf(given: string): StaticPageSlug {
    const slug = StaticPageSlug.safeParse(given);
    if (!slug.success) throw new AppError('COMMON.NOT_FOUND');
    return slug.data;
  }

  private cacheResponse(row: StaticPageRow): StaticPageResponse {
    const page = toResponse(row);
    this.cache.set(row._id, page);
    return page;
  }
}
