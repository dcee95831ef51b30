import { Mp3Encoder } from '@hamkhan/llm/speech/mp3-encoder';
import { Module } from '@nestjs/common';
import { mp3EncoderProvider, SPEECH_ENGINE, speechEngineProvider } from './speech-engine.provider.js';

@Module({ providers: [speechEngineProvider, mp3EncoderProvider], exports: [SPEECH_ENGINE, Mp3Encoder] })
export class SpeechEngineModule {}
