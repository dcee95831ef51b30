import type { SourceLanguage } from '@hamkhan/contracts/languages';
import type { MemoryScope } from '../translation-memory/memory-key.domain.js';
import type { MemoryHit, TranslationMemory } from '../translation-memory/translation-memory.service.js';
import type { MarkedText } from './inline-marks.domain.js';
import type { Work } from './page-work.domain.js';
import { coverWith, spansOf, type Span } from './segments.domain.js';
import type { UnitTranslation } from './units.domain.js';

/** What the memory knows: whole texts first, then texts of which every sentence is known. */
export async function recallTexts(
  memory: TranslationMemory,
  scope: MemoryScope,
  works: readonly Work[],
  language: SourceLanguage,
  acceptFlawed: boolean,
  finish: (marked: MarkedText, hit: MemoryHit) => string,
): Promise<Map<Work, UnitTranslation>> {
  const known = new Map<Work, UnitTranslation>();
  const whole = await memory.lookup(scope, works, { acceptFlawed });
  works.forEach((work, index) => {
    const hit = whole[index];
    if (hit)
      known.set(work, {
        text: finish(work.marked, hit),
        ...(hit.confidence === undefined ? {} : { confidence: hit.confidence }),
        ...(hit.problems === undefined ? {} : { problems: [...hit.problems] }),
      });
  });

  const rest = works
    .filter((work) => !known.has(work))
    .map((work) => ({ work, ...spansOf(work.marked, language) }));
  const spans = rest.flatMap(({ work, spans: own }) => own.map((span) => ({ work, span })));
  if (spans.length === 0) return known;
  const hits = await memory.lookup(
    scope,
    spans.map(({ work, span }) => ({ marked: span.marked, origin: work.origin })),
    { acceptFlawed },
  );
  const found = new Map<Work, (Span & { hit: MemoryHit })[]>();
  spans.forEach(({ work, span }, index) => {
    const hit = hits[index];
    if (hit) found.set(work, [...(found.get(work) ?? []), { ...span, hit }]);
  });
  for (const { work, sentences } of rest) {
    const cover = coverWith(sentences, found.get(work) ?? []);
    if (!cover || cover.length === 0) continue;
    const confidences = cover.flatMap(({ hit }) => hit.confidence ?? []);
    const problems = [...new Set(cover.flatMap(({ hit }) => hit.problems ?? []))];
    known.set(work, {
      text:
        work.marked.before +
        cover.map(({ marked, gap, hit }) => finish(marked, hit) + gap).join('') +
        work.marked.after,
      ...(confidences.length === 0 ? {} : { confidence: Math.min(...confidences) }),
      ...(problems.length === 0 ? {} : { problems }),
    });
  }
  return known;
}
