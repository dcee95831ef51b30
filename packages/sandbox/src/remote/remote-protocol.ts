import { z } from 'zod';
import type { FrameLimits } from '../process/frames.js';

/** What a client asks of the server, before the bytes of the document; what comes after them is the standard input of the process. */
export const RemoteRequest = z.object({
  program: z.string().max(40),
  documentBytes: z.number().int().nonnegative().nullable(),
  limits: z.object({
    cpuSeconds: z.number().int().positive(),
    memoryMb: z.number().int().positive(),
    isAwaited: z.boolean(),
  }),
});
export type RemoteRequest = z.infer<typeof RemoteRequest>;

/** What the server answers; the attachment of `output` has bytes that the process sent. */
export const RemoteAnswer = z.discriminatedUnion('type', [
  z.object({ type: z.literal('refused'), reason: z.string().max(200) }),
  z.object({ type: z.literal('started'), document: z.string(), workDir: z.string() }),
  z.object({ type: z.literal('output') }),
  z.object({
    type: z.literal('ended'),
    code: z.number().int().nullable(),
    signal: z.string().max(20).nullable(),
    stderr: z.string().max(10_000),
    isOutOfMemory: z.boolean(),
  }),
]);
export type RemoteAnswer = z.infer<typeof RemoteAnswer>;

export const REMOTE_LIMITS: FrameLimits = {
  textBytes: 64 * 1024,
  attachmentBytes: 4 * 1024 * 1024,
  attachments: 1,
  depth: 8,
};
