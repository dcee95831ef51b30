import jpeg from 'jpeg-js';
import type { Point, Stroke } from './captcha-strokes.js';

export type Colour = readonly [red: number, green: number, blue: number];

/**
 * A small anti-aliased line renderer in plain JavaScript. The native canvas leaks memory and crashes in a long-running service.
 */
export class Sketch {
  private readonly data: Buffer;

  constructor(
    readonly width: number,
    readonly height: number,
    ground: Colour,
  ) {
    this.data = Buffer.alloc(width * height * 4, Buffer.from([...ground, 255]));
  }

  /** Draws a polyline with round caps. */
  draw(stroke: Stroke, colour: Colour, width: number): void {
    stroke.slice(1).forEach((to, index) => this.segment(stroke[index] ?? to, to, colour, width / 2));
  }

  toJpeg(quality: number): Buffer {
    return jpeg.encode({ data: this.data, width: this.width, height: this.height }, quality).data;
  }

  private segment(from: Point, to: Point, colour: Colour, radius: number): void {
    const reach = radius + 1;
    const left = Math.max(0, Math.floor(Math.min(from[0], to[0]) - reach));
    const right = Math.min(this.width - 1, Math.ceil(Math.max(from[0], to[0]) + reach));
    const top = Math.max(0, Math.floor(Math.min(from[1], to[1]) - reach));
    const bottom = Math.min(this.height - 1, Math.ceil(Math.max(from[1], to[1]) + reach));
    for (let y = top; y <= bottom; y += 1) {
      for (let x = left; x <= right; x += 1) {
        const cover = radius + 0.5 - distance([x + 0.5, y + 0.5], from, to);
        if (cover > 0) this.tint(x, y, colour, Math.min(1, cover));
      }
    }
  }

  private tint(x: number, y: number, colour: Colour, cover: number): void {
    const at = (y * this.width + x) * 4;
    colour.forEach((value, channel) => {
      const before = this.data[at + channel] ?? 0;
      this.data[at + channel] = Math.round(before + (value - before) * cover);
    });
  }
}

/** Distance of a point from a segment. */
function distance([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point): number {
  const [dx, dy] = [toX - fromX, toY - fromY];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - fromX) * dx + (y - fromY) * dy) / length));
  return Math.hypot(x - fromX - along * dx, y - fromY - along * dy);
}
