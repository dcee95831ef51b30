import { randomInt } from 'node:crypto';
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { CAPTCHA_STROKES, type Point, type Stroke } from './captcha-strokes.js';

const WIDTH = 280;
const HEIGHT = 96;
const JPEG_QUALITY = 62;
/** Ink and ground of the product's paper; noise is of the same ink, so that no threshold tells them apart. */
const INK = '#2f3566';
const GROUND = '#f5f3ee';
const STEPS = 14;

const between = (low: number, high: number): number => low + ((high - low) * randomInt(10_001)) / 10_000;
type Warp = (point: Point) => Point;

/**
 * Draws the text by hand, as it were: each character leans, turns and bends its own way, runs into its neighbours, and lies under
 * lines of the same ink. Answers a JPEG.
 */
export async function drawCaptcha(text: string): Promise<Buffer> {
  const canvas = createCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d');
  context.fillStyle = GROUND;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  const warp = newWarp();
  drawSpecks(context, 160);
  drawDecoys(context, warp);
  drawText(context, text, warp);
  drawThreads(context, INK, 2, [1.6, 2.6]);
  drawThreads(context, GROUND, 2, [1.2, 2]);
  drawSpecks(context, 90);
  return canvas.encode('jpeg', JPEG_QUALITY);
}

function drawText(context: SKRSContext2D, text: string, warp: Warp): void {
  const advance = (WIDTH - 56) / text.length;
  [...text].forEach((character, index) => {
    const place = glyphPlace(24 + advance * index + between(-3, 5), advance * between(0.8, 1));
    const width = between(3.2, 5.2);
    const strokes = (CAPTCHA_STROKES[character] ?? []).map((stroke) =>
      curveThrough(stroke.map(shaken)).map((point) => warp(place(point))),
    );
    const isHollow = randomInt(5) === 0;
    drawStrokes(context, strokes, INK, isHollow ? width + 3.4 : width);
    if (isHollow) drawStrokes(context, strokes, GROUND, width - 1.4);
  });
}

/** From the square of a glyph to where it stands: leaning, turned, of a size of its own. */
function glyphPlace(left: number, width: number): Warp {
  const height = between(46, 60);
  const top = between(10, HEIGHT - height - 10);
  const turn = between(-0.3, 0.3);
  const lean = between(-0.28, 0.28);
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  return ([x, y]) => {
    const fromX = (x - 0.5) * width - (y - 0.5) * lean * height;
    const fromY = (y - 0.5) * height;
    return [left + width / 2 + fromX * cos - fromY * sin, top + height / 2 + fromX * sin + fromY * cos];
  };
}

const shaken = ([x, y]: Point): Point => [x + between(-0.06, 0.06), y + between(-0.05, 0.05)];

/** Two waves over the whole picture. */
function newWarp(): Warp {
  const [tall, wide] = [between(3, 5.5), between(2.5, 4.5)];
  const [first, second] = [between(0, 6.28), between(0, 6.28)];
  const [long, high] = [between(26, 44), between(18, 30)];
  return ([x, y]) => [x + wide * Math.sin(y / high + first), y + tall * Math.sin(x / long + second)];
}

/** Points along a curve through the given ones (Catmull-Rom). */
function curveThrough(points: readonly Point[]): Point[] {
  const at = (index: number): Point => points[Math.min(Math.max(index, 0), points.length - 1)] ?? [0, 0];
  const curve: Point[] = [at(0)];
  for (let index = 0; index < points.length - 1; index += 1) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    for (let step = 1; step <= STEPS; step += 1) {
      const part = step / STEPS;
      curve.push([
        along(part, before[0], from[0], to[0], after[0]),
        along(part, before[1], from[1], to[1], after[1]),
      ]);
    }
  }
  return curve;
}

const along = (part: number, before: number, from: number, to: number, after: number): number =>
  0.5 *
  (2 * from +
    (to - before) * part +
    (2 * before - 5 * from + 4 * to - after) * part ** 2 +
    (3 * from - before - 3 * to + after) * part ** 3);

function drawStrokes(
  context: SKRSContext2D,
  strokes: readonly Stroke[],
  colour: string,
  width: number,
): void {
  context.strokeStyle = colour;
  context.lineWidth = width;
  for (const stroke of strokes) {
    context.beginPath();
    stroke.forEach(([x, y], index) => (index === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
    context.stroke();
  }
}

/** Pieces of characters that belong to no character. */
function drawDecoys(context: SKRSContext2D, warp: Warp): void {
  const all = Object.values(CAPTCHA_STROKES).flat();
  for (let index = 0; index < 5; index += 1) {
    const place = glyphPlace(between(0, WIDTH - 30), between(18, 40));
    const stroke = all[randomInt(all.length)] ?? [];
    const points = curveThrough(stroke.map(shaken)).map((point) => warp(place(point)));
    const length = Math.ceil(points.length * between(0.35, 0.7));
    drawStrokes(context, [points.slice(0, length)], INK, between(1.2, 2.2));
  }
}

/** Lines from side to side. */
function drawThreads(
  context: SKRSContext2D,
  colour: string,
  count: number,
  [thin, thick]: [number, number],
): void {
  for (let index = 0; index < count; index += 1) {
    const points: Point[] = [-10, 60, 140, 220, WIDTH + 10].map((x) => [x, between(14, HEIGHT - 14)]);
    drawStrokes(context, [curveThrough(points)], colour, between(thin, thick));
  }
}

function drawSpecks(context: SKRSContext2D, count: number): void {
  context.fillStyle = INK;
  for (let index = 0; index < count; index += 1) {
    const size = between(0.6, 1.8);
    context.fillRect(between(0, WIDTH), between(0, HEIGHT), size, size);
  }
}
