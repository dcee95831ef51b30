import { PageContent } from '@hamkhan/contracts/content';
import { CONVERSION_REASONS } from '@hamkhan/contracts/conversion-reasons';
import { DocumentKind } from '@hamkhan/contracts/events/documents-events';
import { DocumentMetadata } from '@hamkhan/contracts/events/pipeline-events';
import { SOURCE_LANGUAGES } from '@hamkhan/contracts/languages';
import { z } from 'zod';
import { IMAGE_MEDIA_TYPES } from '../converter.js';

/** One job of the sandbox: inspect the document, or extract or render a range of pages (both ends included, zero-based). */
export const SandboxJob = z.object({
  task: z.discriminatedUnion('name', [
    z.object({ name: z.literal('inspect') }),
    z.object({ name: z.enum(['extract', 'render']), from: z.number().int(), to: z.number().int() }),
  ]),
  file: z.string(),
  kind: DocumentKind,
  language: z.enum(SOURCE_LANGUAGES),
  workDir: z.string(),
  limits: z.object({ maxPages: z.number(), maxPixels: z.number(), maxInflatedBytes: z.number() }),
  ocr: z.object({ engine: z.enum(['auto', 'native', 'js']), dataDir: z.string() }),
});
export type SandboxJob = z.infer<typeof SandboxJob>;

const value = z.union([z.string().max(300), z.number()]).optional();
const Failure = z.object({
  reason: z.enum(CONVERSION_REASONS),
  params: z.object({ limit: value, pages: value, language: value }),
  detail: z.string().max(2_000),
});
export type SandboxFailure = z.infer<typeof Failure>;

const MAX_IMAGES = 500;
const MAX_PIXELS = 1_000_000;
const pageNumber = z.number().int().nonnegative();
/** The bytes of an image are an attachment of the message, in the same order. */
const image = z.object({
  name: z.string().regex(/^[0-9a-f]{64}\.[a-z]{3,4}$/),
  mediaType: z.enum(IMAGE_MEDIA_TYPES),
});
const pixels = z.number().int().positive().max(MAX_PIXELS);

/** The messages of the sandbox. All of them are validated, because a hostile file may control the sandbox. */
export const SandboxMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('inspection'),
    inspection: z.object({
      kind: DocumentKind,
      totalPages: z.number().int().positive(),
      title: z.string().optional(),
      authors: z.array(z.string()).optional(),
      year: z.number().int().optional(),
      subtitle: DocumentMetadata.shape.subtitle.optional(),
      summary: DocumentMetadata.shape.summary.optional(),
      tags: DocumentMetadata.shape.tags.optional(),
      declaredLanguage: z.string().optional(),
      outline: z.array(z.object({ title: z.string(), level: z.number().int(), page: z.number().int() })),
      sample: z.string().max(20_000),
    }),
  }),
  z.object({
    type: z.literal('page'),
    pageNumber,
    content: PageContent,
    images: z.array(image).max(MAX_IMAGES),
  }),
  z.object({
    type: z.literal('rendered-page'),
    pageNumber,
    of: z.enum(['page', 'cover']),
    images: z
      .array(image.extend({ width: pixels, height: pixels }))
      .min(1)
      .max(8),
  }),
  z.object({ type: z.literal('failed-page'), pageNumber, failure: Failure }),
  z.object({ type: z.literal('failed'), failure: Failure }),
  z.object({ type: z.literal('done') }),
]);
export type SandboxMessage = z.infer<typeof SandboxMessage>;
