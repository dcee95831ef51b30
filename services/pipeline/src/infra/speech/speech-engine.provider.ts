import type { FactoryProvider } from '@nestjs/common';
import { CONFIG, type PipelineConfig } from '../../config.js';
import { EspeakEngine } from './espeak-engine.js';
import { OpenAiSpeechEngine } from './openai-speech-engine.js';
import { PiperEngine, piperVoiceIn } from './piper-engine.js';
import type { SpeechEngine } from './speech-engine.js';

/** For loading the voice and for one sentence; an unused voice leaves after the second time. */
const PIPER_TIMEOUT_MS = 60_000;
const PIPER_IDLE_MS = 300_000;

/** Injection token of the process's speech engine; null where pages are not read aloud. */
export const SPEECH_ENGINE = Symbol('speech engine');

export const speechEngineProvider: FactoryProvider<SpeechEngine | null> = {
  provide: SPEECH_ENGINE,
  useFactory: (config: PipelineConfig) => {
    if (config.SPEECH_ENGINE === 'off') return null;
    if (config.SPEECH_ENGINE === 'espeak') return new EspeakEngine();
    if (config.SPEECH_ENGINE === 'piper') {
      const voice = piperVoiceIn(config.SPEECH_VOICE_DIR ?? '');
      return new PiperEngine({ voice, timeoutMs: PIPER_TIMEOUT_MS, idleMs: PIPER_IDLE_MS });
    }
    return new OpenAiSpeechEngine({
      baseUrl: config.OPENAI_SPEECH_BASE_URL,
      apiKey: config.OPENAI_SPEECH_API_KEY ?? config.OPENAI_API_KEY ?? '',
      model: config.OPENAI_SPEECH_MODEL,
      voice: config.OPENAI_SPEECH_VOICE,
      timeoutMs: config.OPENAI_TIMEOUT_SECONDS * 1_000,
    });
  },
  inject: [CONFIG],
};
