import { z } from 'zod';

/** One job: draw the centre square of the picture, upright, as WebP; or find out whether it can be decoded. */
export const PictureJob = z.discriminatedUnion('name', [
  z.object({
    name: z.literal('square'),
    file: z.string(),
    side: z.number().int().positive(),
    quality: z.number().int().min(1).max(100),
  }),
  z.object({ name: z.literal('check'), file: z.string() }),
]);
export type PictureJob = z.infer<typeof PictureJob>;

/** The answer; the attachment of `picture` has the bytes. */
export const PictureAnswer = z.object({ type: z.enum(['picture', 'decoded', 'damaged']) });
export type PictureAnswer = z.infer<typeof PictureAnswer>;
