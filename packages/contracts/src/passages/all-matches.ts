/**
 * The places of `wanted` in `sequence`, overlapping ones included, by Knuth, Morris and Pratt: the work is proportional to the sum of both
 * lengths, also for "a a a…" in "a a a…".
 */
export function* allMatches(wanted: ArrayLike<number>, sequence: ArrayLike<number>): Generator<number> {
  const length = wanted.length;
  if (length === 0 || length > sequence.length) return;
  const borders = bordersOf(wanted);
  let matched = 0;
  for (let at = 0; at < sequence.length; at += 1) {
    while (matched > 0 && wanted[matched] !== sequence[at]) matched = borders[matched - 1] ?? 0;
    if (wanted[matched] === sequence[at]) matched += 1;
    if (matched < length) continue;
    yield at + 1 - length;
    matched = borders[length - 1] ?? 0;
  }
}

/** For each beginning of a sequence the length of the longest shorter beginning that it ends with. */
function bordersOf(sequence: ArrayLike<number>): Int32Array {
  const borders = new Int32Array(sequence.length);
  for (let at = 1, border = 0; at < sequence.length; at += 1) {
    while (border > 0 && sequence[at] !== sequence[border]) border = borders[border - 1] ?? 0;
    if (sequence[at] === sequence[border]) border += 1;
    borders[at] = border;
  }
  return borders;
}

/** The UTF-16 units of a text. */
export const unitsOf = (text: string): Uint16Array => {
  const units = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at += 1) units[at] = text.charCodeAt(at);
  return units;
};
