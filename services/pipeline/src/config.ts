import {
  ConfigError,
  identityEnv,
  kafkaEnv,
  loadConfig,
  mongoEnv,
  objectStoreEnv,
  processEnv,
  redisEnv,
  sandboxEnv,
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

/** The environment of both roles of the pipeline, `serve` and `worker`. */
export const Env = {
  ...processEnv,
  ...mongoEnv,
  ...kafkaEnv,
  ...redisEnv,
  ...objectStoreEnv,
  ...identityEnv,
  ...sandboxEnv,
  EXTRACT_CONCURRENCY: count(2, 64).describe('Converters at once in one worker; each may use a core.'),
  RENDER_CONCURRENCY: count(1, 64).describe(
    'Page image renderers at once in one worker; most images come after the text of the same user.',
  ),
  TRANSLATE_CONCURRENCY: count(8, 256).describe(
    'Pages in translation at once in one worker; they mostly wait for the engine.',
  ),
  CONVERTER_MEMORY_MB: count(1_536, 65_536).describe('Memory of one converter process, in megabytes.'),
  OCR_ENGINE: z
    .enum(['auto', 'native', 'js'])
    .default('auto')
    .describe('`auto` uses tesseract from PATH, else tesseract.js.'),
  TESSDATA_DIR: z
    .string()
    .default('/usr/share/tesseract-ocr/5/tessdata')
    .describe('Folder of the Tesseract language data.'),

  OPENAI_API_KEY: z
    .string()
    .optional()
    .describe('Key of the translation endpoint. Translation starts when a key or a base URL is set.'),
  OPENAI_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Any OpenAI-compatible endpoint.'),
  OPENAI_MODEL_LEVEL1: z.string().min(1).default('gpt-5-mini').describe('Model of the draft translation.'),
  OPENAI_MODEL_LEVEL2: z.string().min(1).default('gpt-5').describe('Model of the refined translation.'),
  OPENAI_CONCURRENCY: count(8, 256).describe('Requests at once.'),
  OPENAI_REQUESTS_PER_MINUTE: z.coerce
    .number()
    .int()
    .positive()
    .optional()
    .describe('Requests a minute; no limit when not set.'),
  OPENAI_TOKENS_PER_MINUTE: z.coerce
    .number()
    .int()
    .positive()
    .optional()
    .describe('Tokens a minute; no limit when not set.'),
  OPENAI_TIMEOUT_SECONDS: count(120, 600).describe('Time limit of one request.'),
  OPENAI_PRICES_LEVEL1: prices.describe('Price per million tokens as `prompt/completion`, e.g. `0.25/2`.'),
  OPENAI_PRICES_LEVEL2: prices.describe('Price per million tokens as `prompt/completion`.'),

  TRANSLATION_CURRENCY: z
    .string()
    .min(1)
    .max(8)
    .default('USD')
    .describe('Currency of the prices, as shown beside amounts.'),
  TRANSLATION_BUDGET: money.describe(
    'Cost at which the translation of one document pauses; no limit when not set. Needs prices.',
  ),
  TRANSLATION_BUDGET_MAX: money.describe('Highest budget that an owner who is not staff may set.'),

  TRANSLATION_DAILY_BUDGET: money.describe(
    'Cost at which the translations of one user pause until the next day, over all documents; no limit when not set. Needs prices.',
  ),
  TRANSLATION_DAILY_BUDGET_STAFF: money.describe('The same for documents of staff; no limit when not set.'),

  OFFLINE_MODEL_DIR: z
    .string()
    .min(1)
    .optional()
    .describe('Folder of offline translation models, used when no endpoint is set.'),
  OFFLINE_MODEL_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Where to download the models once.'),
  OFFLINE_MODEL_SHA256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
    .describe('Checksum of that download.'),
  SPEECH_ENGINE: z
    .enum(['espeak', 'piper', 'openai', 'off'])
    .default('espeak')
    .describe('Engine of speech: espeak-ng, a Piper voice, an endpoint with `/audio/speech`, or none.'),
  SPEECH_VOICE_DIR: z.string().min(1).optional().describe('Folder of a Piper voice for sherpa-onnx.'),
  SPEECH_CONCURRENCY: count(1, 64).describe('Pages read aloud at once in one worker.'),
  OPENAI_SPEECH_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://api.openai.com/v1')
    .describe('Endpoint with `/audio/speech`.'),
  OPENAI_SPEECH_API_KEY: z.string().optional().describe('Key of that endpoint.'),
  OPENAI_SPEECH_MODEL: z.string().min(1).default('gpt-4o-mini-tts').describe('Speech model.'),
  OPENAI_SPEECH_VOICE: z.string().min(1).default('alloy').describe('Voice of the speech model.'),
  TRANSLATION_DIGITS: z
    .enum(['fa', 'source'])
    .default('fa')
    .describe('`fa` writes ۱۲۳ in translations, `source` keeps 123.'),
};
export type PipelineConfig = z.infer<z.ZodObject<typeof Env>>;

/** @throws ConfigError with one line per missing or invalid variable. */
export function loadPipelineConfig(env?: Record<string, string | undefined>): PipelineConfig {
  const config = loadConfig(Env, env);
  if (config.OFFLINE_MODEL_URL && !config.OFFLINE_MODEL_SHA256) {
    throw new ConfigError([
      'OFFLINE_MODEL_SHA256 is not set: it verifies the download from OFFLINE_MODEL_URL',
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

/** The translator of an environment. An endpoint takes precedence over offline models; without either, the engine is `none`. */
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
