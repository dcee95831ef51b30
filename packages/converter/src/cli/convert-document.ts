import type { ConversionReason } from '@hamkhan/contracts/conversion-reasons';
import { SOURCE_LANGUAGES, type SourceLanguage } from '@hamkhan/contracts/languages';
import { ConversionError } from '../conversion-error.js';
import { isFailedPage, type PageRange } from '../converter.js';
import type { ConversionJob, DocumentConverter } from '../document-converter.js';
import { detectLanguage } from '../metadata/detect-language.js';
import type { CommandArguments } from './arguments.js';
import { failureText } from './failure-text.js';
import { OutputFile, type PageOutcome } from './output-file.js';
import { rangesWithin } from './page-selection.js';
import type { Reporter } from './reporter.js';

export type ConversionSummary = { path: string; converted: number; failed: number };

/** Reasons that end the converter process at one page and say nothing about the other pages. */
const PROCESS_FAILURES: ReadonlySet<ConversionReason> = new Set(['timed_out', 'out_of_memory', 'crashed']);
const FALLBACK_LANGUAGE: SourceLanguage = 'en';

/**
 * Converts the selected pages of a document into a file.
 *
 * @throws ConversionError when the document, or every selected page, can't be read; UsageError for pages that it doesn't have
 */
export async function convertDocument(
  args: CommandArguments,
  converter: DocumentConverter,
  reporter: Reporter,
  signal: AbortSignal,
): Promise<ConversionSummary> {
  const { file, kind } = args;
  const job = { file, kind, language: args.language ?? FALLBACK_LANGUAGE, isAwaited: true, signal };
  const inspection = await converter.inspect(job);
  const ranges = rangesWithin(args.pages, inspection.totalPages);
  const language = args.language ?? languageOf(inspection, reporter);
  const output = await OutputFile.create(args, inspection);
  const total = ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const summary = { path: output.path, converted: 0, failed: 0 };
  let firstFailure: ConversionError | null = null;
  try {
    for await (const { page, error } of convertRanges(converter, { ...job, language }, ranges)) {
      await output.add(page);
      summary[error ? 'failed' : 'converted'] += 1;
      firstFailure ??= error;
      if (error) reporter.warn(`page ${page.pageNumber + 1}: ${failureText(error)}`);
      reporter.progress(summary.converted + summary.failed, total);
    }
    if (firstFailure && summary.converted === 0) throw firstFailure;
    await output.finish();
    return summary;
  } catch (error) {
    await output.discard();
    throw error;
  } finally {
    reporter.endProgress();
  }
}

/** The language of the text, else the one that the file declares, else English. */
function languageOf(
  inspection: { sample: string; declaredLanguage?: string },
  reporter: Reporter,
): SourceLanguage {
  const declared = inspection.declaredLanguage?.split('-')[0]?.toLowerCase();
  const language =
    detectLanguage(inspection.sample) ?? SOURCE_LANGUAGES.find((supported) => supported === declared);
  if (language) return language;
  reporter.warn(`language not detected, assuming ${FALLBACK_LANGUAGE} (see --language)`);
  return FALLBACK_LANGUAGE;
}

type ConvertedPage = { page: PageOutcome; error: ConversionError | null };

async function* convertRanges(
  converter: DocumentConverter,
  job: ConversionJob,
  ranges: readonly PageRange[],
): AsyncGenerator<ConvertedPage> {
  for (const range of ranges) yield* convertRange(converter, job, range);
}

/** When a page ends the converter process, that page has failed and the next ones are converted in a new process. */
async function* convertRange(
  converter: DocumentConverter,
  job: ConversionJob,
  range: PageRange,
): AsyncGenerator<ConvertedPage> {
  let next = range.from;
  while (next <= range.to) {
    try {
      for await (const page of converter.extract(job, { from: next, to: range.to })) {
        next = page.pageNumber + 1;
        yield isFailedPage(page) ? failedPage(page.pageNumber, page.error) : { page, error: null };
      }
      return;
    } catch (error) {
      if (!(error instanceof ConversionError) || !PROCESS_FAILURES.has(error.reason)) throw error;
      yield failedPage(next, error);
      next += 1;
    }
  }
}

function failedPage(pageNumber: number, cause: Error): ConvertedPage {
  const error = cause instanceof ConversionError ? cause : new ConversionError('crashed', {}, { cause });
  return { page: { pageNumber, failure: failureText(error) }, error };
}
