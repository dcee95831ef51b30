const SUPERSCRIPTS: Record<string, string> = Object.fromEntries(
  [...'0123456789+-=()ni'].map((char, index) => [char, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱ'][index] ?? char]),
);
const SUBSCRIPTS: Record<string, string> = Object.fromEntries(
  [...'0123456789+-=()'].map((char, index) => [char, [...'₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎'][index] ?? char]),
);

const mapAll = (text: string, map: Record<string, string>): string | undefined => {
  const mapped = [...text].map((char) => map[char === '−' ? '-' : char]);
  return mapped.every((char) => char !== undefined) && text !== '' ? mapped.join('') : undefined;
};

/** Letters that end an ordinal number in the source languages (1st, 2e, 1er, 3ª). */
const ORDINAL = /^(st|nd|rd|th|er|re|ère|e|è|ème|eme|de|d|a|o|as|os|ten|ter|te)$/i;

/**
 * Superscript text as plain characters: digits and signs become Unicode superscripts, letters that end an ordinal or an
 * abbreviation (1er, Mme) stay on the line, and other letters become an exponent.
 * @param before the character before it
 */
export const superscript = (text: string, before = ''): string => {
  const bare = text.trim();
  const mapped = mapAll(bare, SUPERSCRIPTS);
  if (mapped !== undefined || bare === '' || !/^[\p{L}\p{N}+\-−]{1,12}$/u.test(bare)) return mapped ?? text;
  if (/\p{N}/u.test(before) ? ORDINAL.test(bare) : /\p{L}/u.test(before) && /^\p{Ll}+$/u.test(bare))
    return text;
  return /[\p{L}\p{N})]/u.test(before) ? `^${bare.length > 1 ? `(${bare})` : bare}` : text;
};

/** Subscript text as plain characters: digits become Unicode subscripts, a letter index follows an underscore. */
export const subscript = (text: string): string => {
  const mapped = mapAll(text.trim(), SUBSCRIPTS);
  if (mapped !== undefined) return mapped;
  return text.trim() === '' ? text : `_${text.trim()}`;
};
