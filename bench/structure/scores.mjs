/**
 * Our implementation of the three scores of opendataloader-bench, as its README (section 3) and its evaluator define them:
 * NID for reading order, TEDS for tables, MHS for headings. From 0 to 1; null where the truth has no tables or no headings.
 */
import { commonLength, levenshtein } from './distances.mjs';
import { treeDistance } from './tree-distance.mjs';

const collapse = (text) => text.replace(/\s+/gu, ' ').trim();

const splitRow = (line) => {
  const row = line.trim();
  if (!row.includes('|')) return null;
  const cells = row.split(/(?<!\\)\|/);
  if (row.startsWith('|')) cells.shift();
  if (cells.length > 0 && /(?<!\\)\|$/.test(row)) cells.pop();
  return cells.length > 0 ? cells.map((cell) => cell.trim().replaceAll('\\|', '|')) : null;
};
const isSeparator = (cells) => cells.every((cell) => /^[-: ]*[-:][-: ]*$/.test(cell));

const toWidth = (cells, width) => {
  if (cells.length === width) return cells;
  if (cells.length === 3) return [cells[0], ...Array(width - 2).fill(cells[1]), cells[2]];
  return Array.from({ length: width }, (_, i) => cells[i] ?? '');
};

/** Lines and tables of a Markdown text in order. A table is a header row, a row of dashes, and the following rows with bars. */
export function segmentsOf(markdown) {
  const lines = markdown.split(/\r?\n/);
  const segments = [];
  for (let i = 0; i < lines.length; i += 1) {
    const header = splitRow(lines[i]);
    const separator = header && i + 1 < lines.length ? splitRow(lines[i + 1]) : null;
    if (!header || !separator || !isSeparator(separator)) {
      segments.push({ line: lines[i] });
      continue;
    }
    const width = Math.max(header.length, separator.length);
    const rows = [];
    let next = i + 2;
    for (; next < lines.length; next += 1) {
      const row = splitRow(lines[next]);
      if (!row) break;
      rows.push(toWidth(row, width));
    }
    const first = toWidth(header, width);
    const isHeaderEmpty = first.every((cell) => cell === '') && rows.length > 0;
    segments.push({ table: isHeaderEmpty ? rows : [first, ...rows] });
    i = next - 1;
  }
  return segments;
}

const tagsOf = (table) =>
  `<table>${table
    .map((row, i) => {
      const tag = i === 0 ? 'th' : 'td';
      return `<tr>${row.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
    })
    .join('')}</table>`;

const lineOf = (segment) => ('table' in segment ? tagsOf(segment.table) : segment.line);

const similarity = (truth, found) =>
  truth.length + found.length === 0
    ? 1
    : (2 * commonLength(truth, found)) / ([...truth].length + [...found].length);

/** Normalised indel similarity of the whole text. */
export function readingOrder(truth, found) {
  const whole = (segments) => collapse(segments.map(lineOf).join('\n'));
  return { nid: whole(truth) === '' ? null : similarity(whole(truth), whole(found)) };
}

const relativeDistance = () => {
  const known = new Map();
  return (a, b) => {
    if (a === b) return 0;
    const key = `${a}\u0000${b}`;
    let cost = known.get(key);
    if (cost === undefined) {
      cost = levenshtein(a, b) / Math.max([...a].length, [...b].length, 1);
      known.set(key, cost);
    }
    return cost;
  };
};

const sizeOf = (node) => node.children.reduce((sum, child) => sum + sizeOf(child), 1);

/** All tables of a document are one tree: tables, rows, cells. */
const tableTree = (segments) => ({
  tag: 'tables',
  children: segments
    .filter((segment) => 'table' in segment)
    .map(({ table }) => ({
      tag: 'table',
      children: table.map((row) => ({
        tag: 'tr',
        children: row.map((cell) => ({ tag: 'td', text: collapse(cell), children: [] })),
      })),
    })),
});

/** Tree edit distance similarity over all tables, with the text of cells. */
export function tables(truth, found) {
  const a = tableTree(truth);
  const b = tableTree(found);
  if (a.children.length === 0) return { teds: null };
  if (b.children.length === 0) return { teds: 0 };
  const nodes = Math.max(sizeOf(a), sizeOf(b)) - 1;
  const distance = relativeDistance();
  const text = (x, y) => (x.tag === y.tag ? (x.tag === 'td' ? distance(x.text, y.text) : 0) : 1);
  return { teds: Math.max(0, 1 - treeDistance(a, b, text) / nodes) };
}

/** A flat tree of headings, each with the text up to the next one as its only child. Levels are ignored. */
const headingTree = (segments) => {
  const root = { tag: 'document', children: [] };
  let holder = root;
  let pending = [];
  const flush = () => {
    const text = collapse(pending.join(' '));
    if (text) holder.children.push({ tag: 'content', text, children: [] });
    pending = [];
  };
  for (const segment of segments) {
    const heading = 'line' in segment ? /^(#{1,6})\s+(.*)$/.exec(segment.line) : null;
    if (!heading) {
      pending.push(lineOf(segment));
      continue;
    }
    flush();
    holder = { tag: 'heading', text: collapse(heading[2]), level: heading[1].length, children: [] };
    root.children.push(holder);
  }
  flush();
  return root;
};

/** Heading similarity with texts (`mhs`), and the share of headings with the right level (`levels`). */
export function headings(truth, found) {
  const a = headingTree(truth);
  const b = headingTree(found);
  const isHeading = (node) => node.tag === 'heading';
  if (!a.children.some(isHeading)) return { mhs: null, levels: null };
  if (!b.children.some(isHeading)) return { mhs: 0, levels: 0 };
  const nodes = Math.max(sizeOf(a), sizeOf(b), 1);
  const distance = relativeDistance();
  const text = (x, y) => (x.tag === y.tag ? distance(x.text ?? '', y.text ?? '') : 1);
  return {
    mhs: Math.max(0, 1 - treeDistance(a, b, text) / nodes),
    levels: levelsOf(a.children.filter(isHeading), b.children.filter(isHeading)),
  };
}

/**
 * Not part of opendataloader-bench, which ignores levels. For consecutive headings that both texts have: the share of pairs
 * where the level goes down, stays or goes up as in the truth. Deeper levels count as 3, as in the content model.
 */
function levelsOf(truth, found) {
  const byText = new Map(found.map((node) => [collapse(node.text).toLowerCase(), node]));
  const pairs = truth
    .map((node) => [node, byText.get(collapse(node.text).toLowerCase())])
    .filter(([, other]) => other);
  if (pairs.length < 2) return null;
  const level = (node) => Math.min(3, node.level);
  let right = 0;
  for (let i = 1; i < pairs.length; i += 1) {
    const step = (side) => Math.sign(level(pairs[i][side]) - level(pairs[i - 1][side]));
    if (step(0) === step(1)) right += 1;
  }
  return right / (pairs.length - 1);
}
