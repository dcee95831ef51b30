/** What may stand between a letter of a query and the letter before it. */
export type Gap = 'nothing' | 'space' | 'either';

/** A letter of a query, as a UTF-16 unit, and what may stand before it. */
export type QueryLetter = { unit: number; gap: Gap };

const WORD_BITS = 32;
const SPACE = 0x20;
const NOWHERE = new Int32Array(0);

/**
 * Finds the letters of a query in a text with at most one space between two letters: the Shift-And algorithm.
 * Bit n of the state says whether the last n + 1 letters match the beginning of the query. The work is proportional to the length
 * of the text, whatever the text and the query are; a regular expression or a naive search multiplies the two lengths.
 */
export class LetterMatcher {
  private readonly words: number;
  private readonly places = new Map<number, Int32Array>();
  private readonly whenTight: Int32Array;
  private readonly whenSpaced: Int32Array;

  constructor(private readonly letters: readonly QueryLetter[]) {
    this.words = Math.ceil(letters.length / WORD_BITS);
    this.whenTight = this.bitsWhere(({ gap }) => gap !== 'space');
    this.whenSpaced = this.bitsWhere(({ gap }) => gap !== 'nothing');
    for (const { unit } of letters) {
      if (!this.places.has(unit))
        this.places.set(
          unit,
          this.bitsWhere((letter) => letter.unit === unit),
        );
    }
  }

  /** The matches in order, without overlaps. @returns pairs of start and end */
  *matches(text: string): Generator<readonly [start: number, end: number]> {
    const state = new Int32Array(this.words);
    const length = this.letters.length;
    const starts = new Int32Array(length);
    let letters = 0;
    let isSpaced = false;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit === SPACE) {
        isSpaced = true;
        continue;
      }
      starts[letters % length] = at;
      letters += 1;
      if (this.advance(state, this.places.get(unit) ?? NOWHERE, isSpaced)) {
        yield [starts[letters % length] ?? at, at + 1];
        state.fill(0);
      }
      isSpaced = false;
    }
  }

  /** Shifts the state by one letter. @returns whether the whole query has matched */
  private advance(state: Int32Array, places: Int32Array, isSpaced: boolean): boolean {
    const allowed = isSpaced ? this.whenSpaced : this.whenTight;
    let carry = 1;
    for (let word = 0; word < this.words; word += 1) {
      const bits = state[word] ?? 0;
      state[word] = ((bits << 1) | carry) & (allowed[word] ?? 0) & (places[word] ?? 0);
      carry = bits >>> (WORD_BITS - 1);
    }
    const last = this.letters.length - 1;
    return (((state[Math.floor(last / WORD_BITS)] ?? 0) >>> (last % WORD_BITS)) & 1) === 1;
  }

  private bitsWhere(isSet: (letter: QueryLetter) => boolean): Int32Array {
    const bits = new Int32Array(this.words);
    this.letters.forEach((letter, index) => {
      const word = Math.floor(index / WORD_BITS);
      if (isSet(letter)) bits[word] = (bits[word] ?? 0) | (1 << (index % WORD_BITS));
    });
    return bits;
  }
}
