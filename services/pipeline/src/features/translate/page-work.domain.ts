import type { GlossaryTerm, Translator } from '../../infra/translator/translator.js';
import { engineOrigin, termsIn } from '../translation-memory/memory-key.domain.js';
import { protect, restore, stripMarkers, type MarkedText } from './inline-marks.domain.js';
import { sharesOf, type PageJoin, type PageJoins } from './page-joins.domain.js';
import type { TranslatePageInput } from './page-translation.js';
import { writeDigits } from './persian-typography.domain.js';
import { hasWords } from './segments.domain.js';
import { sentencePairs } from './sentence-pairs.domain.js';
import { unitKey, unitsOf, type TextUnit, type UnitTranslation } from './units.domain.js';

/** A text of the page on its way: a unit, or one of the paragraphs that a unit at a page's edge is a part of. */
export type Work = {
  unit: TextUnit;
  key: string;
  marked: MarkedText;
  terms: GlossaryTerm[];
  origin: string;
  draft?: UnitTranslation;
};

/** A stretch of a unit; with `join` it stands for a whole paragraph of which the page shows the first or second share. */
type Part = { key: string; text: string; join?: PageJoin; share?: 0 | 1 };

export const isJoined = (unit: TextUnit, joins: PageJoins | undefined): boolean =>
  unit.path === 'content' && [joins?.head, joins?.tail].some((side) => side?.edge.item === unit.item);

/** What is asked for in place of a unit: itself, or at a page's edge the paragraphs it is a part of. */
export function partsOf(unit: TextUnit, joins: PageJoins | undefined): Part[] {
  const key = unitKey(unit);
  if (!isJoined(unit, joins)) return [{ key, text: unit.text }];
  const head = joins?.head?.edge.item === unit.item ? joins.head : undefined;
  const tail = joins?.tail?.edge.item === unit.item ? joins.tail : undefined;
  const own = unit.text.slice(head?.edge.end ?? 0, tail?.edge.start ?? unit.text.length).trim();
  return [
    ...(head ? [{ key: `${key} head`, text: head.join.text, join: head.join, share: 1 as const }] : []),
    ...(own === '' ? [] : [{ key: `${key} own`, text: own }]),
    ...(tail ? [{ key: `${key} tail`, text: tail.join.text, join: tail.join, share: 0 as const }] : []),
  ];
}

/** The translations of a page's units from those of their parts, with the sentences of both sides paired. */
export function translationsOf(
  units: readonly TextUnit[],
  input: TranslatePageInput,
  done: ReadonlyMap<string, UnitTranslation>,
): Map<string, UnitTranslation> {
  const translations = new Map<string, UnitTranslation>();
  for (const unit of units) {
    const parts = partsOf(unit, input.joins).flatMap(({ key, join, share }) => {
      const whole = done.get(key);
      if (!whole) return [];
      if (!join || share === undefined) return [whole];
      // A paragraph that could not be translated stands as it is: its own half on each page.
      const halves: [string, string] =
        whole.confidence === 0
          ? [join.text.slice(0, join.cut).trimEnd(), join.text.slice(join.cut)]
          : sharesOf(join, whole.text, input.source);
      return [{ ...whole, text: halves[share] }];
    });
    if (parts.length === 0) continue;
    const text = parts
      .map((part) => part.text)
      .filter((part) => part !== '')
      .join(' ');
    const confidences = parts.flatMap(({ confidence }) => confidence ?? []);
    const problems = [...new Set(parts.flatMap((part) => part.problems ?? []))];
    const isPaired = !unit.path.startsWith('cell.') && !confidences.includes(0);
    const pairs = isPaired ? sentencePairs(unit.text, text, input.source) : [];
    translations.set(unitKey(unit), {
      text,
      ...(confidences.length === 0 ? {} : { confidence: Math.min(...confidences) }),
      ...(problems.length === 0 ? {} : { problems }),
      ...(pairs.length === 0 ? {} : { pairs }),
    });
  }
  return translations;
}

/** Prepares every text; those without words are done at once, with their digits set. */
export function workOf(
  units: readonly TextUnit[],
  input: TranslatePageInput,
  translator: Translator,
  done: Map<string, UnitTranslation>,
): Work[] {
  const { target, context, joins } = input;
  const drafts = new Map<string, UnitTranslation>();
  if (target.level === 2)
    for (const unit of unitsOf(target.level1)) {
      const { confidence, translation_problems: problems } = target.level1.items[unit.item] ?? {};
      const ownConfidence =
        confidence === input.content.items[unit.item]?.confidence ? undefined : confidence;
      drafts.set(unitKey(unit), {
        text: unit.text,
        ...(ownConfidence === undefined ? {} : { confidence: ownConfidence }),
        ...(problems === undefined ? {} : { problems }),
      });
    }
  const draftOf = (unit: TextUnit, key: string): UnitTranslation | undefined => {
    const draft = drafts.get(unitKey(unit));
    if (key === unitKey(unit) || target.level === 1) return draft;
    const whole = target.joinedTranslations?.[key];
    return draft && whole !== undefined ? { ...draft, text: whole } : undefined;
  };
  return units.flatMap((unit) =>
    partsOf(unit, joins).flatMap(({ key, text }) => {
      const marked = protect(text);
      if (!hasWords(marked)) {
        done.set(key, { text: restore(writeDigits(marked.text, input.digits), marked) });
        return [];
      }
      const terms = termsIn(stripMarkers(marked.text), context.glossary);
      const draft = draftOf(unit, key);
      const origin = engineOrigin(translator.memoryKey(target.level), terms);
      return [{ unit, key, marked, terms, origin, ...(draft ? { draft } : {}) }];
    }),
  );
}
