import { z } from 'zod';
import { MemoryOnlyTranslator } from './memory-only-translator.js';
import { ThreadEngine } from './offline-engine.js';
import { OfflineTranslator } from './offline-translator.js';
import { OpenAiTranslator } from './openai-translator.js';
import type { Translator } from './translator.js';

const price = z.number().nonnegative();
const Prices = z.object({ prompt: price, completion: price });
const httpUrl = z.url({ protocol: /^https?$/ });

/** The engine and its settings, from the service's environment. */
export const TranslatorConfig = z.discriminatedUnion('engine', [
  z.object({ engine: z.literal('none') }),
  z.object({
    engine: z.literal('openai'),
    baseUrl: httpUrl,
    apiKey: z.string().default(''),
    level1: z.object({ model: z.string().min(1), prices: Prices.optional() }),
    level2: z.object({ model: z.string().min(1), prices: Prices.optional() }),
    limits: z
      .object({
        concurrency: z.int().min(1).max(256).default(8),
        requestsPerMinute: z.int().min(1).optional(),
        tokensPerMinute: z.int().min(1).optional(),
      })
      .prefault({}),
    timeoutMs: z.int().min(1000).default(120_000),
    maxAttempts: z.int().min(1).max(20).default(5),
    backoffMs: z
      .object({ first: z.int().min(1).default(500), longest: z.int().min(1).default(30_000) })
      .prefault({}),
    temperature: z.number().min(0).max(2).optional(),
  }),
  z.object({
    engine: z.literal('offline'),
    folder: z.string().min(1),
    source: z.object({ url: httpUrl, sha256: z.string().regex(/^[0-9a-f]{64}$/) }).optional(),
    timeoutMs: z.int().min(1000).default(60_000),
    idleMs: z.int().min(1000).default(300_000),
  }),
]);
export type TranslatorConfig = z.infer<typeof TranslatorConfig>;

/** Creates the configured translator. A process needs only one, which holds the rate limits. */
export async function translatorFor(config: TranslatorConfig): Promise<Translator> {
  switch (config.engine) {
    case 'none':
      return new MemoryOnlyTranslator();
    case 'openai':
      return new OpenAiTranslator(config);
    case 'offline': {
      const { folder, source, timeoutMs, idleMs } = config;
      const engine = new ThreadEngine({ folder, timeoutMs, idleMs });
      return OfflineTranslator.create({ folder, ...(source ? { source } : {}) }, engine);
    }
  }
}
