/**
 * Sets book.json as sample-book.pdf (A5, embedded fonts, outline, running heads). The output is the same at every run.
 * Pages break between paragraphs or sentences, never inside a sentence: where a paragraph goes on overleaf,
 * its last line on the page is set full, as in any book.
 */
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import PDFDocument from 'pdfkit';
import { FONTS } from './fonts.mjs';

const PAGE = { width: 419.53, height: 595.28 };
const TOP = 66;
const BOTTOM = 532;
const LEFT = 54;
const MEASURE = PAGE.width - 2 * LEFT;
const BODY = { font: FONTS.roman, size: 10.6, leading: 15.6 };
const INDENT = 15;
const INK = '#1d1d22';
const SOFT = '#6b6a72';
const ACCENT = '#b9812f';
const FIXED_DATE = new Date('2025-01-01T00:00:00Z');
/** How far the spaces of a line may be stretched (1: by eight tenths of their width) so that a page ends with a sentence. */
const MAX_STRETCH = 1.35;
/** Lines that may stay empty at the foot of a page so that it ends with a sentence. */
const MAX_SHORT_LINES = 4;

const here = import.meta.dirname;
const book = JSON.parse(readFileSync(join(here, 'book.json'), 'utf8'));

const doc = new PDFDocument({
  size: [PAGE.width, PAGE.height],
  margin: 0,
  autoFirstPage: false,
  pdfVersion: '1.7',
  lang: book.language,
  displayTitle: true,
  info: {
    Title: book.title,
    Author: book.author,
    Subject: book.subject,
    CreationDate: FIXED_DATE,
    ModDate: FIXED_DATE,
  },
});

let y = TOP;
let pageNumber = 0;
let runningHead = '';

const widthOf = (text, { font, size }) => doc.font(font).fontSize(size).widthOfString(text);

/** Writes `text` with its baseline at `baseline`. */
function write(text, x, baseline, { font, size, colour = INK }) {
  doc
    .font(font)
    .fontSize(size)
    .fillColor(colour)
    .text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic' });
}

const writeCentred = (text, baseline, style) =>
  write(text, (PAGE.width - widthOf(text, style)) / 2, baseline, style);

function addPage({ opening = false, bare = false } = {}) {
  doc.addPage();
  pageNumber += 1;
  y = TOP;
  if (bare) return;
  const small = { font: FONTS.roman, size: 8.6, colour: SOFT };
  if (!opening)
    writeCentred(pageNumber % 2 === 0 ? book.title : runningHead, 42, { ...small, font: FONTS.italic });
  writeCentred(String(pageNumber), 562, small);
}

/**
 * Breaks words into the lines with the least uneven spaces (total fit, no hyphenation).
 * With `fullEnd` the last line is as wide as the others. Returns null if that needs spaces that are too wide.
 */
function breakLines(words, style, { width, indent = 0, fullEnd = false, justify = true }) {
  const space = widthOf(' ', style);
  const widths = words.map((word) => widthOf(word, style));
  const best = [{ cost: 0, from: -1 }];
  for (let end = 1; end <= words.length; end += 1) {
    best[end] = { cost: Infinity, from: -1 };
    let natural = -space;
    for (let start = end - 1; start >= 0; start -= 1) {
      natural += widths[start] + space;
      const room = width - (start === 0 ? indent : 0);
      const gaps = end - start - 1;
      const slack = room - natural;
      if (natural - gaps * space * 0.22 > room) break;
      const isLast = end === words.length;
      let cost;
      if (isLast && !fullEnd) cost = slack >= 0 ? 0 : (slack / (gaps * space * 0.22)) ** 2;
      else if (!justify) cost = (slack / space) ** 2 / 40;
      else {
        const ratio = gaps === 0 ? 9 : slack / (gaps * space * (slack < 0 ? 0.22 : 0.8));
        cost = (1 + 10 * Math.abs(ratio) ** 3) ** 2;
        if (fullEnd && ratio > MAX_STRETCH) cost = Infinity;
      }
      const total = best[start].cost + cost;
      if (total < best[end].cost) best[end] = { cost: total, from: start };
    }
  }
  if (best[words.length].cost === Infinity) return null;
  const lines = [];
  for (let end = words.length; end > 0; end = best[end].from)
    lines.unshift({ from: best[end].from, to: end });
  return lines.map(({ from, to }, index) => ({
    words: words.slice(from, to),
    full: justify && (fullEnd || index < lines.length - 1),
    indent: index === 0 ? indent : 0,
    space,
  }));
}

/** Writes the lines downward from `y`. Every space is a glyph, so that the text layer contains it. */
function writeLines(lines, style, { x = LEFT, width = MEASURE } = {}) {
  for (const line of lines) {
    const natural = line.words.reduce((sum, word) => sum + widthOf(word, style), 0);
    const gaps = line.words.length - 1;
    const gap = line.full && gaps > 0 ? (width - line.indent - natural) / gaps : line.space;
    let cursor = x + line.indent;
    const baseline = y + style.size;
    line.words.forEach((word, index) => {
      write(index < gaps ? `${word} ` : word, cursor, baseline, style);
      cursor += widthOf(word, style) + gap;
    });
    y += style.leading;
  }
}

const english = (segments) => segments.map((segment) => segment.en);
const wordsOf = (sentences) => sentences.join(' ').split(' ');
const linesLeft = (style) => Math.floor((BOTTOM - y + style.leading - style.size) / style.leading + 1e-6);

/** Where to cut a paragraph that does not fit into `room` lines: the sentences and lines that stay on this page. */
function findCut(sentences, style, room, indent) {
  let cut = null;
  for (let count = 1; count < sentences.length; count += 1) {
    const lines = breakLines(wordsOf(sentences.slice(0, count)), style, {
      width: MEASURE,
      indent,
      fullEnd: true,
    });
    if (lines && lines.length >= 2 && lines.length <= room) cut = { count, lines };
  }
  return cut && room - cut.lines.length <= MAX_SHORT_LINES ? cut : null;
}

function setParagraph(sentences, { indent }) {
  let rest = sentences;
  let first = indent;
  for (;;) {
    const lines = breakLines(wordsOf(rest), BODY, { width: MEASURE, indent: first });
    const room = linesLeft(BODY);
    if (lines.length <= room) return writeLines(lines, BODY);
    const cut = findCut(rest, BODY, room, first);
    if (cut) {
      writeLines(cut.lines, BODY);
      rest = rest.slice(cut.count);
      first = 0;
    }
    addPage();
  }
}

/** Begins a new page unless `height` points are left. */
function ensureSpace(height) {
  if (y + height > BOTTOM) addPage();
}

const HEADINGS = {
  1: { font: FONTS.bold, size: 23, leading: 28 },
  2: { font: FONTS.bold, size: 14, leading: 18 },
  3: { font: FONTS.boldItalic, size: 11.6, leading: 15.6 },
};

let chapterItem = null;
let sectionItem = null;

function setHeading(block) {
  const text = english(block.segments).join(' ');
  const style = HEADINGS[block.level];
  if (block.level === 1) {
    runningHead = text;
    addPage({ opening: true });
    chapterItem = doc.outline.addItem(text, { expanded: true });
    sectionItem = null;
    y += 54;
    writeCentred(text, y + style.size, style);
    y += style.leading + 8;
    const half = 15;
    doc
      .moveTo(PAGE.width / 2 - half, y)
      .lineTo(PAGE.width / 2 + half, y)
      .lineWidth(1.1)
      .stroke(ACCENT);
    y += 30;
    return;
  }
  const before = block.level === 2 ? 19 : 11;
  const after = block.level === 2 ? 6 : 3;
  ensureSpace(before + style.leading + after + 3 * BODY.leading);
  if (block.level === 2) sectionItem = chapterItem.addItem(text);
  else (sectionItem ?? chapterItem).addItem(text);
  if (y > TOP) y += before;
  write(text, LEFT, y + style.size, style);
  y += style.leading + after;
}

function setList(block) {
  const gap = 3;
  const entry = (item, depth, marker) => {
    const x = LEFT + 18 + depth * 18;
    const width = MEASURE - (x - LEFT);
    const lines = breakLines(wordsOf([item.en]), BODY, { width, justify: false });
    write(marker, x - (depth === 0 ? 16 : 12), y + BODY.size, BODY);
    writeLines(lines, BODY, { x, width });
    y += gap;
    (item.items ?? []).forEach((child, index) => {
      entry(child, depth + 1, item.listType === 'ordered' ? `${index + 1}.` : '•');
    });
  };
  const count = (items) => items.reduce((sum, item) => sum + 1 + count(item.items ?? []), 0);
  ensureSpace(count(block.items) * (BODY.leading + gap) + 12);
  y += 7;
  block.items.forEach((item, index) => entry(item, 0, block.listType === 'ordered' ? `${index + 1}.` : '•'));
  y += 6;
}

const CAPTION = { font: FONTS.roman, size: 9.2, leading: 12.8, colour: '#3f3e46' };

function setCaption(block) {
  const width = MEASURE - 36;
  const lines = breakLines(wordsOf(english(block.segments)), CAPTION, { width, justify: false });
  writeLines(lines, CAPTION, { x: LEFT + 18, width });
}

function setFigure(block, caption) {
  const height = 196;
  ensureSpace(height + 5 * CAPTION.leading + 22);
  y += 12;
  const image = doc.openImage(join(here, block.file));
  const width = (image.width / image.height) * height;
  doc.image(image, (PAGE.width - width) / 2, y, { width, height });
  y += height + 11;
  setCaption(caption);
  y += 14;
}

function setTable(block, caption) {
  const rowHeight = 21;
  const columns = [0.28, 0.32, 0.4].map((share) => share * (MEASURE - 24));
  const x0 = LEFT + 12;
  const total = columns.reduce((sum, width) => sum + width, 0);
  ensureSpace(2 * CAPTION.leading + block.rows.length * rowHeight + 34);
  y += 12;
  setCaption(caption);
  y += 6;
  const top = y;
  block.rows.forEach((row, rowIndex) => {
    let x = x0;
    const style = { font: rowIndex === 0 ? FONTS.bold : FONTS.roman, size: 9.4 };
    row.forEach((cell, column) => {
      write(cell.en, x + 7, y + 14.2, style);
      x += columns[column];
    });
    y += rowHeight;
  });
  const rule = (fromX, fromY, toX, toY, weight, colour) =>
    doc.moveTo(fromX, fromY).lineTo(toX, toY).lineWidth(weight).stroke(colour);
  for (let row = 0; row <= block.rows.length; row += 1) {
    const strong = row < 2 || row === block.rows.length;
    rule(
      x0,
      top + row * rowHeight,
      x0 + total,
      top + row * rowHeight,
      strong ? 0.9 : 0.4,
      strong ? INK : SOFT,
    );
  }
  let x = x0;
  for (const width of [0, ...columns]) {
    x += width;
    rule(x, top, x, y, 0.4, SOFT);
  }
  y += 14;
}

/** Sets a chemical equation written in LaTeX: upright letters, digits after `_` as subscripts. */
function setFormula(block) {
  const size = 14.5;
  const parts = block.latex
    .replace(/\\mathrm\{([^}]*)\}/g, '$1')
    .split(/\\,|\s+/)
    .filter(Boolean);
  const runs = parts.flatMap((part, index) => {
    const operator = part === '+' || part === '=';
    const lead = index === 0 ? 0 : operator ? 6 : /^[+=]$/.test(parts[index - 1]) ? 6 : 2.5;
    return part
      .split(/(_\d)/)
      .filter(Boolean)
      .map((piece, pieceIndex) => ({
        text: piece.replace('_', ''),
        size: piece.startsWith('_') ? size * 0.7 : size,
        drop: piece.startsWith('_') ? size * 0.22 : 0,
        lead: pieceIndex === 0 ? lead : 0.4,
      }));
  });
  const style = (run) => ({ font: FONTS.math, size: run.size });
  const width = runs.reduce((sum, run) => sum + run.lead + widthOf(run.text, style(run)), 0);
  ensureSpace(48);
  y += 14;
  let x = (PAGE.width - width) / 2;
  const baseline = y + size;
  for (const run of runs) {
    x += run.lead;
    write(run.text, x, baseline + run.drop, style(run));
    x += widthOf(run.text, style(run));
  }
  const number = { font: FONTS.math, size: 11 };
  write(block.number, LEFT + MEASURE - widthOf(block.number, number), baseline, number);
  y += size + 20;
}

function setTitlePage(blocks) {
  addPage({ bare: true });
  const text = (type) => english(blocks.find((block) => block.type === type).segments).join(' ');
  doc.outline.addItem(text('title'));
  const title = { font: FONTS.bold, size: 28, leading: 37 };
  const lines = breakLines(wordsOf([text('title')]), title, { width: MEASURE, justify: false });
  y = 150;
  for (const line of lines) {
    writeCentred(line.words.join(' '), y + title.size, title);
    y += title.leading;
  }
  writeCentred(text('subtitle'), y + 26, { font: FONTS.italic, size: 13.5, colour: SOFT });
  y += 52;
  doc
    .moveTo(PAGE.width / 2 - 20, y)
    .lineTo(PAGE.width / 2 + 20, y)
    .lineWidth(1.1)
    .stroke(ACCENT);
  writeCentred(text('author'), y + 40, { font: FONTS.roman, size: 16 });
  const imprint = { font: FONTS.roman, size: 9.2, leading: 13.4, colour: SOFT };
  y = 500;
  for (const line of breakLines(wordsOf([text('imprint')]), imprint, { width: 250, justify: false })) {
    writeCentred(line.words.join(' '), y, imprint);
    y += imprint.leading;
  }
}

const TITLE_TYPES = new Set(['title', 'subtitle', 'author', 'imprint']);
setTitlePage(book.blocks.filter((block) => TITLE_TYPES.has(block.type)));
const body = book.blocks.filter((block) => !TITLE_TYPES.has(block.type));
body.forEach((block, index) => {
  const previous = body[index - 1];
  const next = body[index + 1];
  switch (block.type) {
    case 'heading':
      return setHeading(block);
    case 'text':
      return setParagraph(english(block.segments), { indent: previous?.type === 'text' ? INDENT : 0 });
    case 'list':
      return setList(block);
    case 'figure':
      return setFigure(block, next);
    case 'table':
      return setTable(block, previous);
    case 'math':
      return setFormula(block);
    case 'figure_caption':
    case 'table_caption':
      return undefined;
    default:
      throw new Error(`no setting for a block of type ${block.type}`);
  }
});

const out = doc.pipe(createWriteStream(join(here, 'sample-book.pdf')));
doc.end();
await finished(out);
process.stdout.write(`sample-book.pdf: ${pageNumber} pages\n`);
