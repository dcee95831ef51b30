import { z } from 'zod';
import type { Box } from '../layout/geometry/box.js';

const MAX_LINKS = 2000;
const MAX_URL = 2000;

export type PageLink = Box & { url: string };

const LinkAnnotation = z.object({
  subtype: z.literal('Link'),
  url: z
    .string()
    .max(MAX_URL)
    .regex(/^(?:https?|mailto):/i),
  rect: z.array(z.unknown()).length(4),
});

/** The web and mail links among the annotations of a page. @param toPage maps a rectangle of PDF space to two corners on the page */
export const readLinks = (
  annotations: readonly unknown[],
  toPage: (rectangle: number[]) => unknown[],
): PageLink[] =>
  annotations.slice(0, MAX_LINKS).flatMap((annotation) => {
    const link = LinkAnnotation.safeParse(annotation);
    if (!link.success) return [];
    const [a = 0, b = 0, c = 0, d = 0] = toPage(link.data.rect as number[]).map(Number);
    const { url } = link.data;
    return { x0: Math.min(a, c), y0: Math.min(b, d), x1: Math.max(a, c), y1: Math.max(b, d), url };
  });
