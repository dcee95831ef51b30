/** Output of djvused: lists, symbols and numbers as text, quoted strings. */
export type SExpression = string | SExpression[];

const MAX_DEPTH = 64;
const MAX_NODES = 2_000_000;
const ESCAPES: Record<string, number> = { n: 10, t: 9, r: 13, b: 8, f: 12, v: 11, a: 7 };

const OPEN = 0x28;
const CLOSE = 0x29;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const isSpace = (byte: number): boolean => byte === 32 || (byte >= 9 && byte <= 13);
const isOctal = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x37;

/** What was read, and the index after it. */
type Scanned<Value> = { value: Value; end: number };

/** Reads the escape sequence after a backslash. */
const scanEscape = (source: Uint8Array, start: number): Scanned<number> => {
  if (!isOctal(source[start])) {
    const escaped = source[start] ?? BACKSLASH;
    return { value: ESCAPES[String.fromCharCode(escaped)] ?? escaped, end: start + 1 };
  }
  let value = 0;
  let end = start;
  while (end < start + 3 && isOctal(source[end])) {
    value = value * 8 + (source[end] ?? 0) - 0x30;
    end += 1;
  }
  return { value: value & 0xff, end };
};

/** Reads a quoted string; one without a closing quote ends with the source. */
const scanString = (source: Uint8Array, start: number): Scanned<string> => {
  const bytes: number[] = [];
  let index = start + 1;
  while (index < source.length && source[index] !== QUOTE) {
    const byte = source[index] ?? 0;
    const { value, end } =
      byte === BACKSLASH ? scanEscape(source, index + 1) : { value: byte, end: index + 1 };
    bytes.push(value);
    index = end;
  }
  return { value: Buffer.from(bytes).toString('utf8'), end: index + 1 };
};

/** Reads a symbol or a number. */
const scanSymbol = (source: Uint8Array, start: number): Scanned<string> => {
  let end = start;
  while (end < source.length) {
    const byte = source[end] ?? 0;
    if (isSpace(byte) || byte === OPEN || byte === CLOSE || byte === QUOTE) break;
    end += 1;
  }
  return { value: Buffer.from(source.subarray(start, end)).toString('utf8'), end };
};

/**
 * Parses the s-expressions of djvused (djvused(1), "DjVu hidden text syntax"). Characters beyond ASCII may be written as
 * UTF-8 or as octal escapes of it. Lists and strings that are cut short end with the source.
 * @throws RangeError when the nesting or the number of nodes exceeds the limit
 */
export const parseSExpressions = (source: Uint8Array): SExpression[] => {
  const root: SExpression[] = [];
  const open: SExpression[][] = [root];
  let nodes = 0;
  const add = (node: SExpression): void => {
    nodes += 1;
    if (nodes > MAX_NODES) throw new RangeError('too many nodes');
    open.at(-1)?.push(node);
  };
  for (let index = 0; index < source.length;) {
    const byte = source[index] ?? 0;
    if (byte === OPEN) {
      const list: SExpression[] = [];
      add(list);
      open.push(list);
      if (open.length > MAX_DEPTH) throw new RangeError('nested too deep');
      index += 1;
    } else if (byte === CLOSE) {
      if (open.length > 1) open.pop();
      index += 1;
    } else if (isSpace(byte)) index += 1;
    else {
      const { value, end } = byte === QUOTE ? scanString(source, index) : scanSymbol(source, index);
      add(value);
      index = end;
    }
  }
  return root;
};
