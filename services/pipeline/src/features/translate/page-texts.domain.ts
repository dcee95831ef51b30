import type { GlossaryTerm, Translator } from '../../infra/translator/translator.js';
import { engineOrigin, termsIn } from '../translation-memory/memory-key.domain.js';
import { protect, restore, type MarkedText } from '../page-text/inline-marks.domain.js';
import { stripMarkers } from '../page-text/markers.domain.js';
import { sharesOf, type PageJoin, type PageJoins } from './page-joins.domain.js';
import type { TranslatePageInput } from './page-translation.js';
import { writeDigits } from '../page-text/persian-typography.domain.js';
import { hasWords } from './segments.domain.js';
import { sentencePairs } from './sentence-pairs.domain.js';
import { unitKey, unitsOf, type TextUnit, type UnitTranslation } from '../page-text/units.domain.js';

/** A text to translate: a unit of the page, or a paragraph that a unit at the page's edge is a part of. */
export type PageText = {
  unit: TextUnit;
  key: string;
  marked: MarkedText;
  terms: GlossaryTerm[];
  origin: string;
  draft?: UnitTranslation;
};

/** A part of a unit. With `join` its text is a whole paragraph, of which the page shows the first or second share. */
type Part = { key: string; text: string; join?: PageJoin; share?: 0 | 1 };

export const isJoined = (unit: TextUnit, joins: PageJoins | undefined): boolean =>
  unit.path === 'content' && [joins?.head, joins?.tail].some((side) => side?.edge.item === unit.item);

/** The texts to translate for a unit: its own, or the paragraphs that it joins at the page's edges and the rest between them. */
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

/** Assembles the translations of units from those of their parts (by key), and pairs the sentences of both languages. */
export function unitTranslations(
  units: readonly TextUnit[],
  input: TranslatePageInput,
  translated: ReadonlyMap<string, UnitTranslation>,
): Map<string, UnitTranslation> {
  const translations = new Map<string, UnitTranslation>();
  for (const unit of units) {
    const parts = partsOf(unit, input.joins).flatMap((part) => {
      const translation = translated.get(part.key);
      return translation ? [shareOf(part, translation, input)] : [];
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

/** This page's share of the translation of a part. */
function shareOf(
  { join, share }: Part,
  translation: UnitTranslation,
  { source }: TranslatePageInput,
): UnitTranslation {
  if (!join || share === undefined) return translation;
  // A paragraph that could not be translated is shown untranslated, each half on its own page.
  const shares: [string, string] =
    translation.confidence === 0
      ? [join.text.slice(0, join.cut).trimEnd(), join.text.slice(join.cut)]
      : sharesOf(join, translation.text, source);
  return { ...translation, text: shares[share] };
}

/** The texts of a page to translate. Texts without words need no engine: they are `translated` by setting their digits. */
export function prepareTexts(
  units: readonly TextUnit[],
  input: TranslatePageInput,
  translator: Translator,
): { texts: PageText[]; translated: Map<string, UnitTranslation> } {
  const { target, context, joins } = input;
  const drafts = draftsOf(input);
  const translated = new Map<string, UnitTranslation>();
  const draftOf = (unit: TextUnit, key: string): UnitTranslation | undefined => {
    const draft = drafts.get(unitKey(unit));
    if (key === unitKey(unit) || target.level === 1) return draft;
    const joined = target.joinedTranslations?.[key];
    return draft && joined !== undefined ? { ...draft, text: joined } : undefined;
  };
  const texts = units.flatMap((unit) =>
    partsOf(unit, joins).flatMap(({ key, text }) => {
      const marked = protect(text);
      if (!hasWords(marked)) {
        translated.set(key, { text: restore(writeDigits(marked.text, input.digits), marked) });
        return [];
      }
      const terms = termsIn(stripMarkers(marked.text), context.glossary);
      const draft = draftOf(unit, key);
      const origin = engineOrigin(translator.memoryKey(target.level), terms);
      return [{ unit, key, marked, terms, origin, ...(draft ? { draft } : {}) }];
    }),
  );
  return { texts, translated };
}

/** The level 1 translations of a page's units, for level 2. */
function draftsOf({ target, content }: TranslatePageInput): Map<string, UnitTranslation> {
  const drafts = new Map<string, UnitTranslation>();
  if (target.level === 1) return drafts;
  for (const unit of unitsOf(target.level1)) {
    const { confidence, translation_problems: problems } = target.level1.items[unit.item] ?? {};
    const ownConfidence = confidence === content.items[unit.item]?.confidence ? undefined : confidence;
    drafts.set(unitKey(unit), {
      text: unit.text,
      ...(ownConfidence === undefined ? {} : { confidence: ownConfidence }),
      ...(problems === undefined ? {} : { problems }),
    });
  }
  return drafts;
}
