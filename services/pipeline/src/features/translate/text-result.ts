import type { TranslationProblem } from '@hamkhan/contracts/content';
import type { MemoryHit } from '../translation-memory/memory-row.domain.js';
import { restore } from '../page-text/inline-marks.domain.js';
import type { PageText } from './page-texts.domain.js';
import type { DigitStyle } from '../page-text/persian-typography.domain.js';
import { hitMarkdown } from './recall-texts.js';
import type { Piece } from './translation-batch.domain.js';
import type { UnitTranslation } from '../page-text/units.domain.js';

/** A level 2 text with less confidence gives way to a draft without problems. */
const MIN_CONFIDENCE = 0.5;

/** A piece of a text, its translation (if the engine gave one) and the problems of its last request. */
export type PieceResult = {
  piece: Piece;
  hit: MemoryHit | undefined;
  problems: readonly TranslationProblem[];
};

export type TextResult = {
  text: PageText;
  translation: UnitTranslation;
  problems: ReadonlySet<TranslationProblem>;
  /** Whether every piece was translated. */
  isComplete: boolean;
};

/** Joins the pieces of a text. Falls back to the draft, then to the source, if they are incomplete or not reliable. */
export function textResult(text: PageText, pieces: readonly PieceResult[], digits: DigitStyle): TextResult {
  const problems = new Set(pieces.flatMap((one) => one.problems));
  const hits = pieces.flatMap(({ hit }) => hit ?? []);
  const isComplete = hits.length === pieces.length;
  const confidence = isComplete ? lowestConfidence(hits) : 0;
  const { draft, marked } = text;
  const result = { text, problems, isComplete };
  if (draft && draft.confidence === undefined && (confidence ?? 1) < MIN_CONFIDENCE)
    return { ...result, translation: draft };
  if (!isComplete)
    return {
      ...result,
      translation: {
        text: restore(marked.text, marked),
        confidence: 0,
        problems: problems.size > 0 ? [...problems] : ['no_answer'],
      },
    };
  const body = pieces.map(({ piece: { segment }, hit }) =>
    hit ? hitMarkdown(segment.marked, hit, digits) + segment.gap : '',
  );
  const flaws = new Set(hits.flatMap((hit) => hit.problems ?? []));
  return {
    ...result,
    translation: {
      text: marked.before + body.join('') + marked.after,
      ...(confidence === undefined ? {} : { confidence }),
      ...(flaws.size === 0 ? {} : { problems: [...flaws] }),
    },
  };
}

function lowestConfidence(hits: readonly MemoryHit[]): number | undefined {
  const confidences = hits.flatMap(({ confidence }) => confidence ?? []);
  return confidences.length === 0 ? undefined : Math.min(1, ...confidences);
}
