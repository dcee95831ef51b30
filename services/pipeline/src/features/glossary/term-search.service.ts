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
import { CostService } from '../cost/cost.service.js';
import { isEmptyMetadata, originalMetadata, persianMetadata } from '../metadata/metadata.domain.js';
import { MetadataService } from '../metadata/metadata.service.js';
import { PageContentRepository } from '../pages/page-content.repository.js';
import { RunRepository, type TermsLease } from '../runs/run.repository.js';
import type { RunRow } from '../runs/run.schema.js';
import { protect } from '../page-text/inline-marks.domain.js';
import { stripMarkers } from '../page-text/markers.domain.js';
import { unitsOf } from '../page-text/units.domain.js';
import { WAITING_CODES } from '../../infra/translator/waiting-codes.js';
import { termsIn } from '../translation-memory/memory-key.domain.js';
import { GlossaryRepository, type NewTerm } from './glossary.repository.js';
import { candidatesOf, type TermCandidate } from './term-candidates.domain.js';

/** Terms are searched on this many first pages, up to MAX_TEXT characters; the engine gets the first MAX_SAMPLE. */
export const FIRST_PAGES = 8;
const MAX_TEXT = 60_000;
const MAX_SAMPLE = 6_000;
const MAX_CANDIDATES = 80;
const MAX_FOUND = 120;
const LIMITS = { term: 120, translation: 200, note: 300 };

const EMPTY_RESULT: TermResult = {
  terms: [],
  title: '',
  subtitle: '',
  summary: '',
  description: '',
  tags: [],
  usage: noUsage(),
};

/** Finds the terms of a book by rules, and their Persian form, the summary and the Persian metadata with the engine. */
@Injectable()
export class TermSearchService {
  constructor(
    private readonly runs: RunRepository,
    private readonly contents: PageContentRepository,
    private readonly glossary: GlossaryRepository,
    private readonly costs: CostService,
    private readonly metadata: MetadataService,
    private readonly unitOfWork: UnitOfWork,
    private readonly outbox: Outbox,
    @Inject(TRANSLATOR) private readonly translator: Translator,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** Searches the first pages of a document and stores the result, unless the lease was lost. @throws TranslatorError */
  async run(run: RunRow, lease: TermsLease, signal: AbortSignal): Promise<void> {
    const texts = (await this.contents.firstOriginals(run._id, FIRST_PAGES)).map(plainText);
    const text = texts.join('\n').slice(0, MAX_TEXT);
    const charsPerPage = texts.join('').length / Math.max(1, texts.length);
    const candidates = candidatesOf(text, run.language, MAX_CANDIDATES);
    const original = originalMetadata((await this.runs.find(run._id))?.metadata ?? {});
    const result = await this.requestTerms(run, { text, original, candidates }, signal);
    const { terms, title, summary, usage } = result ?? EMPTY_RESULT;
    await this.costs.charge(run.ownerId, usage);
    const persian = result && persianMetadata(result, original);
    const found = mergeTerms(text, terms, candidates);
    await this.unitOfWork.run(async (tx) => {
      const state = result ? 'ready' : 'rules_only';
      const revision = await this.runs.finishTerms(lease, { state, summary, usage }, tx);
      if (revision === null) return;
      await this.glossary.addFound(run._id, found, revision, tx);
      await this.costs.estimate(run, { pages: run.totalPages ?? texts.length, charsPerPage }, tx);
      await this.publishTitle(run, title, tx);
      if (persian) await this.metadata.savePersianMetadata(run._id, persian, tx);
    });
  }

  /** Publishes the Persian title. A document without a title is shown by its file name, which is not translated. */
  private async publishTitle(run: RunRow, title: string, tx: Tx): Promise<void> {
    if (!run.title || !/\p{Script=Arabic}/u.test(title)) return;
    const version = await this.runs.nextVersion(run._id, tx);
    await this.outbox.add(
      'pipeline.document.titled',
      { aggregateId: run._id, aggregateVersion: version, data: { documentId: run._id, title } },
      tx,
    );
  }

  /** Requests the terms from the engine. Undefined if there is no engine, or no budget for the request. */
  private async requestTerms(
    run: RunRow,
    input: { text: string; original: DocumentMetadata; candidates: readonly TermCandidate[] },
    signal: AbortSignal,
  ): Promise<TermResult | undefined> {
    const { text, original, candidates } = input;
    if (!this.translator.findTerms || !(await this.costs.allowsTerms(run))) return undefined;
    if (text.trim() === '' && isEmptyMetadata(original)) return EMPTY_RESULT;
    try {
      return await this.translator.findTerms(
        {
          title: run.title ?? run.fileName,
          subtitle: original.subtitle,
          description: original.summary,
          keywords: original.tags,
          source: run.language,
          candidates: candidates.map(({ term }) => term),
          sample: text.slice(0, MAX_SAMPLE),
        },
        signal,
      );
    } catch (error) {
      if (!(error instanceof TranslatorError) || WAITING_CODES.has(error.code)) throw error;
      this.logger.warn(
        { err: error, documentId: run._id },
        'the term search failed; continuing without terms',
      );
      return { ...EMPTY_RESULT, usage: error.usage };
    }
  }
}

/** The engine's valid terms that occur in the text, then the candidates that it did not translate. */
function mergeTerms(
  text: string,
  terms: readonly GlossaryTerm[],
  candidates: readonly TermCandidate[],
): NewTerm[] {
  const counts = new Map(candidates.map(({ term, count }) => [term, count]));
  const chosen = termsIn(text, terms.filter(isValid)).slice(0, MAX_FOUND);
  const isChosen = new Set(chosen.map(({ term }) => term.toLowerCase()));
  return [
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
}

const isValid = ({ term, translation }: GlossaryTerm): boolean =>
  term.length > 1 &&
  term.length <= LIMITS.term &&
  translation !== '' &&
  translation.length <= LIMITS.translation &&
  !/[⟦⟧\p{Cc}]/u.test(term + translation);

const plainText = (content: PageContent): string =>
  unitsOf(content)
    .map(({ text }) => stripMarkers(protect(text).text))
    .join('\n');
