import type { MemoryScope } from '../translation-memory/memory-key.domain.js';
import type { MemoryHit } from '../translation-memory/memory-row.domain.js';
import type { TranslationMemory } from '../translation-memory/translation-memory.service.js';
import { restore, withoutEmphasis, type MarkedText } from '../page-text/inline-marks.domain.js';
import type { PageText } from './page-texts.domain.js';
import type { TranslatePageInput } from './page-translation.js';
import { writeDigits, type DigitStyle } from '../page-text/persian-typography.domain.js';
import { coverWith, spansOf, type Span } from './segments.domain.js';
import type { UnitTranslation } from '../page-text/units.domain.js';

/** Looks texts up in the memory: whole texts first, then texts whose sentences are all known. */
export async function recallTexts(
  memory: TranslationMemory,
  scope: MemoryScope,
  texts: readonly PageText[],
  input: TranslatePageInput,
): Promise<Map<PageText, UnitTranslation>> {
  const hits = await memory.lookup(scope, texts, { acceptFlawed: input.acceptFlawed ?? true });
  const recalled = new Map<PageText, UnitTranslation>();
  texts.forEach((text, index) => {
    const hit = hits[index];
    if (hit)
      recalled.set(text, {
        text: hitMarkdown(text.marked, hit, input.digits),
        ...(hit.confidence === undefined ? {} : { confidence: hit.confidence }),
        ...(hit.problems === undefined ? {} : { problems: [...hit.problems] }),
      });
  });
  const rest = texts.filter((text) => !recalled.has(text));
  return new Map([...recalled, ...(await recallBySentences(memory, scope, rest, input))]);
}

async function recallBySentences(
  memory: TranslationMemory,
  scope: MemoryScope,
  texts: readonly PageText[],
  { source, digits, acceptFlawed = true }: TranslatePageInput,
): Promise<Map<PageText, UnitTranslation>> {
  const recalled = new Map<PageText, UnitTranslation>();
  const split = texts.map((text) => ({ text, ...spansOf(text.marked, source) }));
  const spans = split.flatMap(({ text, spans: own }) => own.map((span) => ({ text, span })));
  if (spans.length === 0) return recalled;
  const queries = spans.map(({ text, span }) => ({ marked: span.marked, origin: text.origin }));
  const hits = await memory.lookup(scope, queries, { acceptFlawed });
  const known = new Map<PageText, (Span & { hit: MemoryHit })[]>();
  spans.forEach(({ text, span }, index) => {
    const hit = hits[index];
    if (hit) known.set(text, [...(known.get(text) ?? []), { ...span, hit }]);
  });
  for (const { text, sentences } of split) {
    const cover = coverWith(sentences, known.get(text) ?? []);
    if (!cover || cover.length === 0) continue;
    const confidences = cover.flatMap(({ hit }) => hit.confidence ?? []);
    const problems = [...new Set(cover.flatMap(({ hit }) => hit.problems ?? []))];
    recalled.set(text, {
      text:
        text.marked.before +
        cover.map(({ marked, gap, hit }) => hitMarkdown(marked, hit, digits) + gap).join('') +
        text.marked.after,
      ...(confidences.length === 0 ? {} : { confidence: Math.min(...confidences) }),
      ...(problems.length === 0 ? {} : { problems }),
    });
  }
  return recalled;
}

/** The translation of a hit as markdown, with the formulas and marks of the text that it translates. */
export const hitMarkdown = (
  marked: MarkedText,
  hit: Pick<MemoryHit, 'target' | 'form'>,
  digits: DigitStyle,
): string =>
  restore(writeDigits(hit.target, digits), hit.form === 'exact' ? marked : withoutEmphasis(marked).marked);
