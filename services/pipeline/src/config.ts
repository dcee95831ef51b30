import {
  ConfigError,
  identityEnv,
  kafkaEnv,
  loadConfig,
  mongoEnv,
  objectStoreEnv,
  processEnv,
  redisEnv,
} from '@hamkhan/platform/config';
import { z } from 'zod';
import { TranslatorConfig } from './infra/translator/translator-for.js';

const count = (fallback: number, most: number) => z.coerce.number().int().min(1).max(most).default(fallback);
const prices = z
  .string()
  .regex(/^\d+(\.\d+)?\/\d+(\.\d+)?$/, 'must read prompt/completion, e.g. 0.25/2')
  .transform((text) => {
    const [prompt = 0, completion = 0] = text.split('/').map(Number);
    return { prompt, completion };
  })
  .optional();
const money = z.coerce.number().nonnegative().optional();

/** What both roles of the pipeline, `serve` and `worker`, read from their environment. */
export const PipelineEnv = {
  ...processEnv,
  ...mongoEnv,
  ...kafkaEnv,
  ...redisEnv,
  ...objectStoreEnv,
  ...identityEnv,
  /** Converters at once in one worker; each may use a core. */
  EXTRACT_CONCURRENCY: count(2, 64),
  /** Converters that draw pages, at once in one worker; they go behind all others. */
  RENDER_CONCURRENCY: count(1, 64),
  /** Pages being translated at once in one worker; they mostly wait for the engine. */
  TRANSLATE_CONCURRENCY: count(8, 256),
  /** Memory of one converter process, megabytes. */
  CONVERTER_MEMORY_MB: count(1_536, 65_536),
  /** `auto` takes tesseract from PATH where it is there and tesseract.js otherwise. */
  OCR_ENGINE: z.enum(['auto', 'native', 'js']).default('auto'),
  TESSDATA_DIR: z.string().default('/usr/share/tesseract-ocr/5/tessdata'),

  /** Any OpenAI-compatible endpoint; translating begins when a key or a base URL is set. */
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  OPENAI_MODEL_LEVEL1: z.string().min(1).default('gpt-5-mini'),
  OPENAI_MODEL_LEVEL2: z.string().min(1).default('gpt-5'),
  OPENAI_CONCURRENCY: count(8, 256),
  OPENAI_REQUESTS_PER_MINUTE: z.coerce.number().int().positive().optional(),
  OPENAI_TOKENS_PER_MINUTE: z.coerce.number().int().positive().optional(),
  OPENAI_TIMEOUT_SECONDS: count(120, 600),
  /** Money per million tokens in the operator's currency: `prompt/completion`, e.g. `0.25/2`. */
  OPENAI_PRICES_LEVEL1: prices,
  OPENAI_PRICES_LEVEL2: prices,

  /** What the prices are in, as people see it beside sums. */
  TRANSLATION_CURRENCY: z.string().min(1).max(8).default('USD'),
  /** What translating one document may cost before it pauses; no limit where it is not set. Needs prices. */
  TRANSLATION_BUDGET: money,
  /** The most an owner who is not staff may raise that to. */
  TRANSLATION_BUDGET_MAX: money,

  /** Folder with offline models, filled by the operator; used where no endpoint is set. */
  OFFLINE_MODEL_DIR: z.string().min(1).optional(),
  /** Where the models may be fetched from once, where the network allows, and the checksum of what comes. */
  OFFLINE_MODEL_URL: z.url({ protocol: /^https?$/ }).optional(),
  OFFLINE_MODEL_SHA256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  /** Who reads pages aloud: espeak-ng, a Piper voice, an endpoint with OpenAI's `/audio/speech`, or nobody. */
  SPEECH_ENGINE: z.enum(['espeak', 'piper', 'openai', 'off']).default('espeak'),
  /** Folder of a Piper voice. */
  SPEECH_VOICE_DIR: z.string().min(1).optional(),
  SPEECH_CONCURRENCY: count(1, 64),
  OPENAI_SPEECH_BASE_URL: z.url({ protocol: /^https?$/ }).default('https://api.openai.com/v1'),
  OPENAI_SPEECH_API_KEY: z.string().optional(),
  OPENAI_SPEECH_MODEL: z.string().min(1).default('gpt-4o-mini-tts'),
  OPENAI_SPEECH_VOICE: z.string().min(1).default('alloy'),
  /** `fa` writes ۱۲۳ in translations, `source` keeps 123. */
  TRANSLATION_DIGITS: z.enum(['fa', 'source']).default('fa'),
};
export type PipelineConfig = z.infer<z.ZodObject<typeof PipelineEnv>>;

/** @throws ConfigError with one line per missing or invalid variable. */
export function loadPipelineConfig(env?: Record<string, string | undefined>): PipelineConfig {
  const config = loadConfig(PipelineEnv, env);
  if (config.OFFLINE_MODEL_URL && !config.OFFLINE_MODEL_SHA256) {
    throw new ConfigError([
      'OFFLINE_MODEL_SHA256 is not set: what comes from OFFLINE_MODEL_URL must be checked',
    ]);
  }
  if (config.SPEECH_ENGINE === 'piper' && !config.SPEECH_VOICE_DIR) {
    throw new ConfigError(['SPEECH_VOICE_DIR is not set: SPEECH_ENGINE=piper needs the folder of a voice']);
  }
  return config;
}

/** Injection token of the checked configuration. */
export const CONFIG = Symbol('config');

const OPENAI_URL = 'https://api.openai.com/v1';

/** Which translator the environment names: an endpoint before offline models, none where neither is set. */
export function translatorConfig(config: PipelineConfig): TranslatorConfig {
  const { OPENAI_API_KEY, OPENAI_BASE_URL, OFFLINE_MODEL_DIR, OFFLINE_MODEL_URL, OFFLINE_MODEL_SHA256 } =
    config;
  if (OPENAI_API_KEY || OPENAI_BASE_URL) {
    return TranslatorConfig.parse({
      engine: 'openai',
      baseUrl: OPENAI_BASE_URL ?? OPENAI_URL,
      apiKey: OPENAI_API_KEY ?? '',
      level1: { model: config.OPENAI_MODEL_LEVEL1, prices: config.OPENAI_PRICES_LEVEL1 },
      level2: { model: config.OPENAI_MODEL_LEVEL2, prices: config.OPENAI_PRICES_LEVEL2 },
      limits: {
        concurrency: config.OPENAI_CONCURRENCY,
        requestsPerMinute: config.OPENAI_REQUESTS_PER_MINUTE,
        tokensPerMinute: config.OPENAI_TOKENS_PER_MINUTE,
      },
      timeoutMs: config.OPENAI_TIMEOUT_SECONDS * 1_000,
    });
  }
  if (OFFLINE_MODEL_DIR) {
    const source = OFFLINE_MODEL_URL
      ? { url: OFFLINE_MODEL_URL, sha256: OFFLINE_MODEL_SHA256 ?? '' }
      : undefined;
    return TranslatorConfig.parse({ engine: 'offline', folder: OFFLINE_MODEL_DIR, source });
  }
  return { engine: 'none' };
}
