import { LimitedToolRunner } from '@hamkhan/converter/tools/limited-tool-runner';
import { EspeakEngine } from '@hamkhan/llm/speech/espeak-engine';
import { Mp3Encoder } from '@hamkhan/llm/speech/mp3-encoder';
import { OpenAiSpeechEngine } from '@hamkhan/llm/speech/openai-speech-engine';
import { PiperEngine, piperVoiceIn } from '@hamkhan/llm/speech/piper-engine';
import type { SpeechEngine } from '@hamkhan/llm/speech/speech-engine';
import { TOOL_PATH } from '@hamkhan/sandbox/process/local-process';
import type { FactoryProvider } from '@nestjs/common';
import { CONFIG, type PipelineConfig } from '../../config.js';

/** For loading the voice and for one sentence. */
const PIPER_TIMEOUT_MS = 60_000;
/** After this time an unused voice leaves memory. */
const PIPER_IDLE_MS = 300_000;

/** Injection token of the speech engine; null when speech is off. */
export const SPEECH_ENGINE = Symbol('speech engine');

export const speechEngineProvider: FactoryProvider<SpeechEngine | null> = {
  provide: SPEECH_ENGINE,
  useFactory: (config: PipelineConfig) => {
    if (config.SPEECH_ENGINE === 'off') return null;
    if (config.SPEECH_ENGINE === 'espeak') return new EspeakEngine(new LimitedToolRunner(TOOL_PATH));
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

export const mp3EncoderProvider: FactoryProvider<Mp3Encoder> = {
  provide: Mp3Encoder,
  useFactory: () => new Mp3Encoder(new LimitedToolRunner(TOOL_PATH)),
};
