import { latinDigits } from './latin-digits.domain.js';

/** Matches the markers of a `MarkedText` (see inline-marks.domain). Groups: the slash of a closing marker, the number. */
export const MARKER = /⟦(\/?)(\d+)⟧/g;

export const stripMarkers = (text: string): string => text.replace(MARKER, '');

/** Numbers the markers of a text from 1 in the order of appearance. `numbers`: old number → new number. */
export function renumberMarkers(text: string): { text: string; numbers: ReadonlyMap<number, number> } {
  const numbers = new Map<number, number>();
  const renumbered = text.replace(MARKER, (_, slash: string, digits: string) => {
    const old = Number(digits);
    const number = numbers.get(old) ?? numbers.size + 1;
    numbers.set(old, number);
    return `⟦${slash}${number}⟧`;
  });
  return { text: renumbered, numbers };
}

/** Normalises markers that an engine wrote with spaces or with digits of another script. */
export const tidyMarkers = (text: string): string =>
  text.replace(
    /⟦\s*(?:(\/)\s*)?([0-9۰-۹٠-٩]{1,5})\s*⟧/gu,
    (_, slash: string | undefined, digits: string) => `⟦${slash ?? ''}${latinDigits(digits)}⟧`,
  );

export type MarkerCheck = {
  /** Each marker of the source occurs once, there are no others, and pairs are nested and enclose something. */
  ok: boolean;
  missing: number[];
};

/** Compares the markers of a translation with those of its source. */
export function checkMarkers(translation: string, source: string): MarkerCheck {
  const expected = new Set([...source.matchAll(MARKER)].map((match) => match[1] + (match[2] ?? '')));
  const seen = new Set<string>();
  const stack: string[] = [];
  let ok = true;
  for (const match of translation.matchAll(MARKER)) {
    const digits = match[2] ?? '';
    const key = match[1] + digits;
    if (seen.has(key) || !expected.has(key)) ok = false;
    seen.add(key);
    if (match[1]) {
      if (stack.pop() !== digits) ok = false;
    } else if (expected.has(`/${digits}`)) stack.push(digits);
  }
  const missing = [...expected].filter((key) => !seen.has(key)).map((key) => Number(key.replace('/', '')));
  const hasEmptyPair = /⟦(\d+)⟧\s*⟦\/\1⟧/u.test(translation);
  const hasStray = /[⟦⟧]/u.test(stripMarkers(translation));
  return { ok: ok && missing.length === 0 && !hasEmptyPair && !hasStray, missing: [...new Set(missing)] };
}
