import type {
  GlossaryApplyResponse,
  GlossaryImportResponse,
  GlossaryResponse,
} from '@hamkhan/contracts/http/glossary';
import { GlossaryTermForm } from '@hamkhan/contracts/http/glossary';
import type { Identity } from '@hamkhan/contracts/identity';
import { AppError } from '@hamkhan/platform/app-error';
import { UnitOfWork, type Tx } from '@hamkhan/platform/mongo/unit-of-work';
import { Injectable } from '@nestjs/common';
import { PageContentRepository } from '../pages/page-content.repository.js';
import { PageWorkRepository } from '../pages/page-work.repository.js';
import { mayManage } from '../runs/run-access.domain.js';
import { RunRepository } from '../runs/run.repository.js';
import type { RunRow } from '../runs/run.schema.js';
import { unitsOf } from '../page-text/units.domain.js';
import { termsIn } from '../translation-memory/memory-key.domain.js';
import { CsvFileError, parseCsv, termsOfRows, writeGlossaryCsv } from './glossary-csv.domain.js';
import { GlossaryRepository, MAX_TERMS, termKey, type NewTerm } from './glossary.repository.js';
import type { TermRow } from './glossary.schema.js';

/** Lets the owner of a document manage its glossary. */
@Injectable()
export class GlossaryService {
  constructor(
    private readonly runs: RunRepository,
    private readonly pages: PageWorkRepository,
    private readonly contents: PageContentRepository,
    private readonly glossary: GlossaryRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws DOCUMENTS.NOT_FOUND */
  async list(name: string, user: Identity): Promise<GlossaryResponse> {
    return this.toResponse(await this.find(name, user));
  }

  /** Adds a term or changes its translation. @throws DOCUMENTS.NOT_FOUND, GLOSSARY.FULL */
  async put(name: string, user: Identity, term: GlossaryTermForm): Promise<GlossaryResponse> {
    const run = await this.find(name, user);
    await this.change(run, (revision, tx) => this.glossary.put(run._id, [term], revision, tx));
    return this.list(run._id, user);
  }

  /** Removes a term; the term search will not add it again. @throws DOCUMENTS.NOT_FOUND, COMMON.NOT_FOUND */
  async remove(name: string, user: Identity, id: string): Promise<GlossaryResponse> {
    const run = await this.find(name, user);
    await this.change(run, async (revision, tx) => {
      if (!(await this.glossary.remove(run._id, id, revision, tx))) throw new AppError('COMMON.NOT_FOUND');
    });
    return this.list(run._id, user);
  }

  /** The terms as CSV, also those without a translation, which a person can add and import. @throws DOCUMENTS.NOT_FOUND */
  async exportCsv(name: string, user: Identity): Promise<string> {
    const run = await this.find(name, user);
    return writeGlossaryCsv(await this.glossary.list(run._id));
  }

  /** Imports the terms of a CSV file, all or none. @throws DOCUMENTS.NOT_FOUND, GLOSSARY.FULL, GLOSSARY.INVALID_FILE with `line` */
  async importCsv(name: string, user: Identity, file: Uint8Array): Promise<GlossaryImportResponse> {
    const run = await this.find(name, user);
    const terms = new Map<string, NewTerm>();
    const skipped: number[] = [];
    for (const { line, term } of rowsOf(file)) {
      const checked = GlossaryTermForm.safeParse(term);
      if (checked.success) terms.set(termKey(checked.data.term), checked.data);
      else skipped.push(line);
    }
    if (terms.size > 0) {
      await this.change(run, (revision, tx) => this.glossary.put(run._id, [...terms.values()], revision, tx));
    }
    return { ...(await this.list(run._id, user)), imported: terms.size, skipped_lines: skipped };
  }

  /** Translates the pages with changed terms again; only texts with these terms are requested from the engine. @throws DOCUMENTS.NOT_FOUND */
  async apply(name: string, user: Identity): Promise<GlossaryApplyResponse> {
    const run = await this.find(name, user);
    const outdated = await this.outdated(run);
    const pages = await this.pages.retranslate(run._id, outdated);
    return { status: 'success', pages };
  }

  private async find(name: string, user: Identity): Promise<RunRow> {
    const run = await this.runs.findByName(name);
    if (!run || !mayManage(run, user)) throw new AppError('DOCUMENTS.NOT_FOUND');
    return run;
  }

  private async change(run: RunRow, write: (revision: number, tx: Tx) => Promise<void>): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const revision = await this.runs.nextGlossaryRevision(run._id, tx);
      await write(revision, tx);
      if ((await this.glossary.count(run._id, tx)) > MAX_TERMS) throw new AppError('GLOSSARY.FULL');
    });
  }

  private async toResponse(run: RunRow): Promise<GlossaryResponse> {
    const terms = await this.glossary.list(run._id);
    return {
      status: 'success',
      revision: run.glossaryRevision ?? 0,
      ready: run.termsState !== 'pending',
      terms: terms.map(({ _id, term, translation, note, origin, count }) => ({
        id: _id,
        term,
        translation,
        note,
        origin,
        count,
      })),
      outdated_pages: (await this.outdated(run)).length,
    };
  }

  /** Pages translated before one of their terms changed. */
  private async outdated(run: RunRow): Promise<number[]> {
    const oldest = await this.contents.oldestGlossaryRevision(run._id);
    if (oldest === null || oldest >= (run.glossaryRevision ?? 0)) return [];
    const changed = (await this.glossary.changedSince(run._id, oldest)).filter(hasTranslation);
    if (changed.length === 0) return [];
    const numbers: number[] = [];
    for await (const { pageNumber, glossaryRevision, content } of this.contents.translatedOriginals(
      run._id,
    )) {
      const newer = changed.filter(({ revision }) => revision > glossaryRevision);
      const text = unitsOf(content)
        .map((unit) => unit.text)
        .join('\n');
      if (newer.length > 0 && termsIn(text, newer).length > 0) numbers.push(pageNumber);
    }
    return numbers;
  }
}

/** A term without a translation changes no page. */
const hasTranslation = ({ translation }: TermRow): boolean => translation !== '';

/** @throws GLOSSARY.INVALID_FILE */
function rowsOf(file: Uint8Array): ReturnType<typeof termsOfRows> {
  try {
    return termsOfRows(parseCsv(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(file)));
  } catch (cause) {
    throw new AppError('GLOSSARY.INVALID_FILE', {
      cause,
      details:
        cause instanceof CsvFileError ? { reason: cause.problem, line: cause.line } : { reason: 'not_utf8' },
    });
  }
}
