import { randomInt } from 'node:crypto';
import { CAPTCHA_STROKES, type Point, type Stroke } from './captcha-strokes.js';
import { Sketch, type Colour } from './sketch.js';

const WIDTH = 280;
const HEIGHT = 96;
const JPEG_QUALITY = 62;
/** Noise has the colour of the text, so that a threshold cannot separate them. */
const INK: Colour = [0x2f, 0x35, 0x66];
const GROUND: Colour = [0xf5, 0xf3, 0xee];
/** Points per curve segment. */
const STEPS = 14;

const between = (low: number, high: number): number => low + ((high - low) * randomInt(10_001)) / 10_000;
type Warp = (point: Point) => Point;

/**
 * Draws the text as a JPEG. Each character is skewed, rotated and bent at random, touches its neighbours, and is crossed by lines
 * of the same colour.
 */
export function drawCaptcha(text: string): Buffer {
  const sketch = new Sketch(WIDTH, HEIGHT, GROUND);
  const warp = newWarp();
  drawSpecks(sketch, 160);
  drawDecoys(sketch, warp);
  drawText(sketch, text, warp);
  drawThreads(sketch, INK, 2, [1.6, 2.6]);
  drawThreads(sketch, GROUND, 2, [1.2, 2]);
  drawSpecks(sketch, 90);
  return sketch.toJpeg(JPEG_QUALITY);
}

function drawText(sketch: Sketch, text: string, warp: Warp): void {
  const advance = (WIDTH - 56) / text.length;
  [...text].forEach((character, index) => {
    const place = glyphTransform(24 + advance * index + between(-3, 5), advance * between(0.8, 1));
    const width = between(3.2, 5.2);
    const strokes = (CAPTCHA_STROKES[character] ?? []).map((stroke) =>
      curveThrough(stroke.map(shaken)).map((point) => warp(place(point))),
    );
    const isHollow = randomInt(5) === 0;
    drawStrokes(sketch, strokes, INK, isHollow ? width + 3.4 : width);
    if (isHollow) drawStrokes(sketch, strokes, GROUND, width - 1.4);
  });
}

/** A random transformation of a glyph's unit square: size, position, rotation, skew. */
function glyphTransform(left: number, width: number): Warp {
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

/** Two sine waves over the whole image. */
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

function drawStrokes(sketch: Sketch, strokes: readonly Stroke[], colour: Colour, width: number): void {
  for (const stroke of strokes) sketch.draw(stroke, colour, width);
}

/** Fragments of glyphs as noise. */
function drawDecoys(sketch: Sketch, warp: Warp): void {
  const all = Object.values(CAPTCHA_STROKES).flat();
  for (let index = 0; index < 5; index += 1) {
    const place = glyphTransform(between(0, WIDTH - 30), between(18, 40));
    const stroke = all[randomInt(all.length)] ?? [];
    const points = curveThrough(stroke.map(shaken)).map((point) => warp(place(point)));
    const length = Math.ceil(points.length * between(0.35, 0.7));
    drawStrokes(sketch, [points.slice(0, length)], INK, between(1.2, 2.2));
  }
}

/** Lines across the whole image. */
function drawThreads(sketch: Sketch, colour: Colour, count: number, [thin, thick]: [number, number]): void {
  for (let index = 0; index < count; index += 1) {
    const points: Point[] = [-10, 60, 140, 220, WIDTH + 10].map((x) => [x, between(14, HEIGHT - 14)]);
    drawStrokes(sketch, [curveThrough(points)], colour, between(thin, thick));
  }
}

function drawSpecks(sketch: Sketch, count: number): void {
  for (let index = 0; index < count; index += 1) {
    const place: Point = [between(0, WIDTH), between(0, HEIGHT)];
    sketch.draw([place, place], INK, between(0.4, 1.6));
  }
}
