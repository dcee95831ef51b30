/**
 * Draws figure 1, a candle and the parts of its flame, as a PNG beside this file.
 * Needs poppler's `pdftoppm`. The result is committed, so run it only after a change of the drawing.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PDFDocument from 'pdfkit';
import { FONTS } from './fonts.mjs';

const WIDTH = 250;
const HEIGHT = 268;
const AXIS = 112;
const DPI = 250;

const flamePath = (top, bottom, width, belly) =>
  `M ${AXIS} ${top} ` +
  `C ${AXIS + width * 0.25} ${top + (belly - top) * 0.45}, ${AXIS + width} ${belly - 24}, ${AXIS + width} ${belly} ` +
  `C ${AXIS + width} ${belly + (bottom - belly) * 0.7}, ${AXIS + width * 0.55} ${bottom}, ${AXIS} ${bottom} ` +
  `C ${AXIS - width * 0.55} ${bottom}, ${AXIS - width} ${belly + (bottom - belly) * 0.7}, ${AXIS - width} ${belly} ` +
  `C ${AXIS - width} ${belly - 24}, ${AXIS - width * 0.25} ${top + (belly - top) * 0.45}, ${AXIS} ${top} Z`;

function vertical(doc, from, to, stops) {
  const gradient = doc.linearGradient(0, from, 0, to);
  for (const [at, colour] of stops) gradient.stop(at, colour);
  return gradient;
}

function draw(doc) {
  const wax = doc.linearGradient(AXIS - 34, 0, AXIS + 34, 0);
  wax.stop(0, '#e4dcc6').stop(0.3, '#faf6ea').stop(0.7, '#f3ecd9').stop(1, '#cfc5aa');
  doc
    .path(
      `M ${AXIS - 34} 196 C ${AXIS - 32} 190, ${AXIS - 28} 189, ${AXIS - 25} 195 L ${AXIS + 25} 195 ` +
        `C ${AXIS + 28} 189, ${AXIS + 32} 190, ${AXIS + 34} 196 L ${AXIS + 34} 268 L ${AXIS - 34} 268 Z`,
    )
    .fillAndStroke(wax, '#8d8468');
  doc
    .path(`M ${AXIS - 25} 195 C ${AXIS - 18} 209, ${AXIS + 18} 209, ${AXIS + 25} 195 Z`)
    .fillAndStroke('#efd9a0', '#8d8468');

  doc.path(flamePath(8, 184, 37, 138)).fillAndStroke(
    vertical(doc, 8, 184, [
      [0, '#fff3d0'],
      [0.75, '#fbe3b0'],
      [1, '#c9d6ee'],
    ]),
    '#b98a3a',
  );
  doc.path(flamePath(24, 168, 28, 126)).fill(
    vertical(doc, 24, 168, [
      [0, '#ffe58a'],
      [0.5, '#ffd24a'],
      [0.85, '#f7a93b'],
      [1, '#e98f3a'],
    ]),
  );
  doc.path(flamePath(104, 182, 15, 156)).fill(
    vertical(doc, 104, 182, [
      [0, '#b9783f'],
      [0.5, '#8a6a5c'],
      [1, '#7484a8'],
    ]),
  );

  doc
    .path(`M ${AXIS} 204 C ${AXIS - 1} 184, ${AXIS - 2} 168, ${AXIS + 5} 152`)
    .lineWidth(3.2)
    .lineCap('round')
    .stroke('#3a3330');

  const label = (letter, x, y, toX, toY) => {
    doc
      .moveTo(x - 8, y)
      .lineTo(toX, toY)
      .lineWidth(0.7)
      .stroke('#3a3a44');
    doc.circle(toX, toY, 1.5).fill('#3a3a44');
    doc
      .font(FONTS.bold)
      .fontSize(13)
      .fillColor('#26262c')
      .text(letter, x - 3, y - 8, { lineBreak: false });
  };
  doc.lineCap('butt');
  label('D', 196, 66, AXIS + 24, 92);
  label('C', 196, 106, AXIS + 14, 116);
  label('B', 196, 146, AXIS + 9, 150);
  label('A', 196, 200, AXIS + 15, 199);
}

const folder = mkdtempSync(join(tmpdir(), 'figure-'));
try {
  const doc = new PDFDocument({ size: [WIDTH, HEIGHT], margin: 0 });
  const chunks = [];
  doc.on('data', (chunk) => chunks.push(chunk));
  const ended = new Promise((done) => doc.on('end', done));
  draw(doc);
  doc.end();
  await ended;
  const source = join(folder, 'figure.pdf');
  writeFileSync(source, Buffer.concat(chunks));
  execFileSync('pdftoppm', [
    '-png',
    '-singlefile',
    '-r',
    String(DPI),
    source,
    join(import.meta.dirname, 'figure-1'),
  ]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
