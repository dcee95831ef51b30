import { randomUUID } from 'node:crypto';
import type { PageContent } from '@hamkhan/contracts/content';
import type { DocumentMetadata } from '@hamkhan/contracts/events/pipeline-events';
import { noUsage } from '@hamkhan/llm/chat/token-usage';
import { Outbox } from '@hamkhan/platform/kafka/outbox';
import { UnitOfWork, type Tx } from '@hamkhan/platform/mongo/unit-of-work';
import type { Logger } from '@hamkhan/platform/observability/logger';
import { InjectLogger } from '@hamkhan/platform/platform-module';
import { Inject, Injectable } from '@nestjs/common';
import { TRANSLATOR } from '../../infra/translator/translator.provider.js';
import {
  TranslatorError,
  type GlossaryTerm,
  type TermResult,
  type Translator,
} from '../../infra/translator/translator.js';
import { isEmptyMetadata, originalMetadata, persianMetadata } from '../metadata/metadata.domain.js';
import { MetadataService } from '../metadata/metadata.service.js';
import { CostService } from '../cost/cost.service.js';
import { PageRepository } from '../pages/page.repository.js';
import { BOOK_LEASE_MS, RunRepository } from '../runs/run.repository.js';
import type { RunRow } from '../runs/run.schema.js';
import { ENGINE_TROUBLE } from '../translate/engine-trouble.js';
import { protect, stripMarkers } from '../translate/inline-marks.domain.js';
import { unitsOf } from '../translate/units.domain.js';
import { termsIn } from '../translation-memory/memory-key.domain.js';
import { GlossaryRepository, type NewTerm } from './glossary.repository.js';
import { candidatesOf } from './term-candidates.domain.js';

/** Terms are found on so many first pages, with at most so many characters; the engine sees the beginning of that. */
export const FIRST_PAGES = 8;
const MAX_TEXT = 60_000;
const MAX_SAMPLE = 6_000;
const MAX_CANDIDATES = 80;
const MAX_FOUND = 120;
const LIMITS = { term: 120, translation: 200, note: 300 };
/** While the engine is not to be had, pages go on and find that out themselves. */
const COOL_DOWN_MS = 30_000;
const MAX_KNOWN = 50;

/** What the prompts of a page take from the book as a whole. */
export type BookMemory = { glossary: readonly GlossaryTerm[]; summary: string; revision: number };

/**
 * The memory of a book: its terms, each with one Persian form, and what it is about. Made once, from the first pages, before pages
 * are translated; the one page somebody already waits for goes ahead, its second level has it.
 */
@Injectable()
export class BookMemoryService {
  private readonly known = new Map<string, { revision: number; glossary: GlossaryTerm[] }>();

  constructor(
    private readonly runs: RunRepository,
    private readonly pages: PageRepository,
    private readonly glossary: GlossaryRepository,
    private readonly costs: CostService,
    private readonly metadata: MetadataService,
    private readonly unitOfWork: UnitOfWork,
    private readonly outbox: Outbox,
    @Inject(TRANSLATOR) private readonly translator: Translator,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /**
   * The memory of a document, made here and now if it is this worker's turn; null while it is being made elsewhere or the first
   * pages have no text yet. A page that somebody waits for takes what there is: its draft never waits, its second level
   * does no longer than the engine takes.
   */
  async open(
    run: RunRow,
    page: { isAwaited: boolean; level: 1 | 2 },
    signal: AbortSignal,
  ): Promise<BookMemory | null> {
    if ((page.isAwaited && page.level === 1) || !(await this.isOpen(run))) return this.read(run);
    const isCooling = run.bookHolder === null && run.bookLease !== null && run.bookLease > new Date();
    if (isCooling) return this.read(run);
    if (!(await this.pages.areExtracted(run._id, FIRST_PAGES))) return page.isAwaited ? this.read(run) : null;
    const holder = randomUUID();
    if (!(await this.runs.claimBook(run._id, holder))) return null;
    const renewal = setInterval(() => {
      // A renewal that fails costs at most a second request.
      this.runs.renewBook(run._id, holder).catch(() => undefined);
    }, BOOK_LEASE_MS / 3);
    try {
      await this.make(run, holder, signal);
    } catch (error) {
      const isOurs = error instanceof TranslatorError && !signal.aborted;
      if (isOurs) await this.runs.addBookUsage(run._id, error.usage);
      await this.runs.releaseBook(run._id, holder, isOurs ? COOL_DOWN_MS : 0);
      if (!isOurs) throw error;
    } finally {
      clearInterval(renewal);
    }
    await this.pages.wakeDeferred(run._id);
    return this.read((await this.runs.find(run._id)) ?? run);
  }

  /** Whether the terms are still to be looked for; once more where there is an engine, or money for it, that there was not before. */
  private async isOpen(run: RunRow): Promise<boolean> {
    if (run.bookState !== 'unasked') return run.bookState === 'pending';
    return this.translator.findTerms !== undefined && this.costs.allowsTerms(run);
  }

  private async read(run: RunRow): Promise<BookMemory> {
    const revision = run.glossaryRevision ?? 0;
    const summary = run.summary ?? '';
    const known = this.known.get(run._id);
    if (known?.revision === revision) return { glossary: known.glossary, summary, revision };
    const glossary =
      revision === 0
        ? []
        : (await this.glossary.list(run._id))
            .filter(({ translation }) => translation !== '')
            .map(({ term, translation, note }) => ({ term, translation, ...(note ? { note } : {}) }));
    this.known.delete(run._id);
    this.known.set(run._id, { revision, glossary });
    for (const oldest of this.known.keys()) {
      if (this.known.size <= MAX_KNOWN) break;
      this.known.delete(oldest);
    }
    return { glossary, summary, revision };
  }

  private async make(run: RunRow, holder: string, signal: AbortSignal): Promise<void> {
    const texts = (await this.pages.firstTexts(run._id, FIRST_PAGES)).map(plainText);
    const text = texts.join('\n').slice(0, MAX_TEXT);
    const charsPerPage = texts.join('').length / Math.max(1, texts.length);
    const candidates = candidatesOf(text, run.language, MAX_CANDIDATES);
    const counts = new Map(candidates.map(({ term, count }) => [term, count]));
    const original = originalMetadata((await this.runs.find(run._id))?.metadata ?? {});
    const answer = await this.ask(run, { text, original, candidates: [...counts.keys()] }, signal);
    const { terms = [], title = '', summary = '', usage = noUsage() } = answer ?? {};
    const persian = answer && persianMetadata(answer, original);
    const chosen = termsIn(text, terms.filter(isWellFormed)).slice(0, MAX_FOUND);
    const isChosen = new Set(chosen.map(({ term }) => term.toLowerCase()));
    const found: NewTerm[] = [
      ...chosen.map(({ term, translation, note = '' }) => ({
        term,
        translation,
        note: note.slice(0, LIMITS.note),
        count: counts.get(term) ?? 1,
      })),
      ...candidates
        .filter(({ term }) => !isChosen.has(term.toLowerCase()))
        .map(({ term, count }) => ({ term, translation: '', note: '', count })),
    ];
    await this.unitOfWork.run(async (tx) => {
      const revision = await this.runs.finishBook(
        run._id,
        holder,
        { state: answer ? 'ready' : 'unasked', summary, usage },
        tx,
      );
      if (revision === null) return;
      await this.glossary.addFound(run._id, found, revision, tx);
      await this.costs.estimate(run, { pages: run.totalPages ?? texts.length, charsPerPage }, tx);
      await this.tellTitle(run, title, tx);
      if (persian) await this.metadata.savePersianMetadata(run._id, persian, tx);
    });
  }

  /** A document without a title of its own keeps the name of its file: there is nothing to translate. */
  private async tellTitle(run: RunRow, title: string, tx: Tx): Promise<void> {
    if (!run.title || !/\p{Script=Arabic}/u.test(title)) return;
    const version = await this.runs.nextVersion(run._id, tx);
    await this.outbox.add(
      'pipeline.document.titled',
      { aggregateId: run._id, aggregateVersion: version, data: { documentId: run._id, title } },
      tx,
    );
  }

  /** Undefined where there is nobody to ask, or no money for it. */
  private async ask(
    run: RunRow,
    {
      text,
      original,
      candidates,
    }: { text: string; original: DocumentMetadata; candidates: readonly string[] },
    signal: AbortSignal,
  ): Promise<TermResult | undefined> {
    const none: TermResult = {
      ...{ terms: [], title: '', subtitle: '', summary: '', description: '', tags: [] },
      usage: noUsage(),
    };
    if (!this.translator.findTerms || !(await this.costs.allowsTerms(run))) return undefined;
    if (text.trim() === '' && isEmptyMetadata(original)) return none;
    try {
      const title = run.title ?? run.fileName;
      return await this.translator.findTerms(
        {
          title,
          subtitle: original.subtitle,
          description: original.summary,
          keywords: original.tags,
          source: run.language,
          candidates,
          sample: text.slice(0, MAX_SAMPLE),
        },
        signal,
      );
    } catch (error) {
      if (!(error instanceof TranslatorError) || ENGINE_TROUBLE.has(error.code)) throw error;
      this.logger.warn(
        { err: error, documentId: run._id },
        'no terms could be had; the book goes on without',
      );
      return { ...none, usage: error.usage };
    }
  }
}

const isWellFormed = ({ term, translation }: GlossaryTerm): boolean =>
  term.length > 1 &&
  term.length <= LIMITS.term &&
  translation !== '' &&
  translation.length <= LIMITS.translation &&
  !/[⟦⟧\p{Cc}]/u.test(term + translation);

const plainText = (content: PageContent): string =>
  unitsOf(content)
    .map(({ text }) => stripMarkers(protect(text).text))
    .join('\n');
