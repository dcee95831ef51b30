/** What djvused prints: lists, symbols and numbers as text, quoted strings. */
export type SExpression = string | SExpression[];

const MAX_DEPTH = 64;
const MAX_NODES = 2_000_000;
const ESCAPES: Record<string, number> = { n: 10, t: 9, r: 13, b: 8, f: 12, v: 11, a: 7 };

const isSpace = (byte: number): boolean => byte === 32 || (byte >= 9 && byte <= 13);
const OPEN = 0x28;
const CLOSE = 0x29;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const isOctal = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x37;

/**
 * Reads the s-expressions of djvused (djvused(1), "DjVu hidden text syntax"). Bytes beyond ASCII may be written as they are or
 * as octal escapes of their UTF-8. What is cut short is closed where it ends.
 * @throws RangeError for nesting or sizes that no document has
 */
export const parseSExpressions = (source: Uint8Array): SExpression[] => {
  const root: SExpression[] = [];
  const open: SExpression[][] = [root];
  let nodes = 0;
  let index = 0;
  const add = (node: SExpression): void => {
    nodes += 1;
    if (nodes > MAX_NODES) throw new RangeError('too many nodes');
    open.at(-1)?.push(node);
  };

  const readString = (): string => {
    const bytes: number[] = [];
    index += 1;
    while (index < source.length && source[index] !== QUOTE) {
      const byte = source[index] ?? 0;
      if (byte !== BACKSLASH) {
        bytes.push(byte);
        index += 1;
        continue;
      }
      index += 1;
      if (isOctal(source[index])) {
        let value = 0;
        for (let digits = 0; digits < 3 && isOctal(source[index]); digits += 1) {
          value = value * 8 + (source[index] ?? 0) - 0x30;
          index += 1;
        }
        bytes.push(value & 0xff);
        continue;
      }
      const escaped = source[index] ?? BACKSLASH;
      bytes.push(ESCAPES[String.fromCharCode(escaped)] ?? escaped);
      index += 1;
    }
    index += 1;
    return Buffer.from(bytes).toString('utf8');
  };

  while (index < source.length) {
    const byte = source[index] ?? 0;
    if (isSpace(byte)) index += 1;
    else if (byte === OPEN) {
      const list: SExpression[] = [];
      add(list);
      open.push(list);
      if (open.length > MAX_DEPTH) throw new RangeError('nested too deep');
      index += 1;
    } else if (byte === CLOSE) {
      if (open.length > 1) open.pop();
      index += 1;
    } else if (byte === QUOTE) add(readString());
    else {
      const from = index;
      while (index < source.length) {
        const next = source[index] ?? 0;
        if (isSpace(next) || next === OPEN || next === CLOSE || next === QUOTE) break;
        index += 1;
      }
      add(Buffer.from(source.subarray(from, index)).toString('utf8'));
    }
  }
  return root;
};
