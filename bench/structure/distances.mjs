/**
 * Bit-parallel edit distances over code points (Hyyrö 2004 for the longest common subsequence, Myers 1999 in blocks for
 * Levenshtein), fast enough to compare whole books in seconds.
 */

const pointsOf = (text) => Array.from(text, (character) => character.codePointAt(0));

/** A bit mask of its positions in `pattern` for each character. */
function placesOf(pattern, words) {
  const places = new Map();
  pattern.forEach((point, i) => {
    let bits = places.get(point);
    if (!bits) places.set(point, (bits = new Uint32Array(words)));
    bits[i >>> 5] |= 1 << (i & 31);
  });
  return places;
}

/** Removes the common prefix and suffix, which need no edits. @returns both rests and the common length */
function withoutCommonEnds(a, b) {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (
    end < a.length - start &&
    end < b.length - start &&
    a[a.length - 1 - end] === b[b.length - 1 - end]
  ) {
    end += 1;
  }
  return [a.slice(start, a.length - end), b.slice(start, b.length - end), start + end];
}

/** Length of the longest common subsequence. */
export function commonLength(textA, textB) {
  const [a, b, common] = withoutCommonEnds(pointsOf(textA), pointsOf(textB));
  if (a.length === 0 || b.length === 0) return common;
  const words = (a.length + 31) >>> 5;
  const places = placesOf(a, words);
  const row = new Uint32Array(words).fill(0xffffffff);
  for (const point of b) {
    const match = places.get(point);
    if (!match) continue;
    let carry = 0;
    for (let w = 0; w < words; w += 1) {
      const here = row[w];
      const common = here & match[w];
      const sum = here + (common >>> 0) + carry;
      carry = sum > 0xffffffff ? 1 : 0;
      row[w] = (sum | (here & ~match[w])) >>> 0;
    }
  }
  let length = common;
  for (let i = 0; i < a.length; i += 1) if (!((row[i >>> 5] >>> (i & 31)) & 1)) length += 1;
  return length;
}

/** Insertions, deletions and substitutions between two texts. */
export function levenshtein(textA, textB) {
  const [a, b] = withoutCommonEnds(pointsOf(textA), pointsOf(textB));
  if (a.length === 0) return b.length;
  if (b.length === 0) return a.length;
  const words = (a.length + 31) >>> 5;
  const places = placesOf(a, words);
  const none = new Uint32Array(words);
  const plus = new Uint32Array(words).fill(0xffffffff);
  const minus = new Uint32Array(words);
  const lastBit = 1 << ((a.length - 1) & 31);
  let score = a.length;
  for (const point of b) {
    const match = places.get(point) ?? none;
    let plusIn = 1;
    let minusIn = 0;
    for (let w = 0; w < words; w += 1) {
      const p = plus[w];
      const m = minus[w];
      const eq = match[w];
      const vertical = (eq | m) >>> 0;
      const withCarry = (eq | minusIn) >>> 0;
      const sum = ((withCarry & p) >>> 0) + p;
      const horizontal = ((((sum >>> 0) ^ p) | withCarry) >>> 0) >>> 0;
      let plusOut = (m | ~(horizontal | p)) >>> 0;
      let minusOut = (p & horizontal) >>> 0;
      if (w === words - 1) {
        if (plusOut & lastBit) score += 1;
        if (minusOut & lastBit) score -= 1;
      }
      const nextPlus = plusOut >>> 31;
      const nextMinus = minusOut >>> 31;
      plusOut = ((plusOut << 1) | plusIn) >>> 0;
      minusOut = ((minusOut << 1) | minusIn) >>> 0;
      plus[w] = (minusOut | ~(vertical | plusOut)) >>> 0;
      minus[w] = (plusOut & vertical) >>> 0;
      plusIn = nextPlus;
      minusIn = nextMinus;
    }
  }
  return score;
}
