import type { SpokenItem } from '@hamkhan/contracts/content';
import { SpeechError, type Pcm } from '@hamkhan/llm/speech/speech-engine';
import { durationOf, silence } from '@hamkhan/llm/speech/wav';
import type { Sentence } from '../page-text/sentences.domain.js';
import type { SpeechText } from './speech-text.domain.js';

/** Pause after an item, in seconds. Engines add a short pause after each sentence themselves. */
const PAUSE_SECONDS = 0.45;

/** The audio of a page, with the time of each item and sentence. */
export class SpeechTrack {
  private readonly parts: Buffer[] = [];
  private readonly items: SpokenItem[] = [];
  private sampleRate = 0;
  private position = 0;

  /** Appends the audio of an item, sentence by sentence. @throws SpeechError if audio is missing or its sample rate differs */
  add(text: SpeechText, sentences: readonly Sentence[], audio: readonly Pcm[]): void {
    const start = this.position;
    const times = sentences.map(({ start: from, end: to }, index): [number, number, number, number] => {
      const part = audio[index];
      if (!part) throw new SpeechError('a sentence without audio');
      const begin = this.position;
      this.append(part);
      return [from, to, rounded(begin), rounded(this.position)];
    });
    this.items.push({ ...text, start: rounded(start), end: rounded(this.position), sentences: times });
    this.append({ samples: silence(PAUSE_SECONDS, this.sampleRate), sampleRate: this.sampleRate });
  }

  finish(): { audio: Pcm; seconds: number; items: SpokenItem[] } {
    const audio = { samples: Buffer.concat(this.parts), sampleRate: this.sampleRate };
    return { audio, seconds: rounded(this.position), items: this.items };
  }

  private append(audio: Pcm): void {
    if (this.sampleRate === 0) this.sampleRate = audio.sampleRate;
    if (audio.sampleRate !== this.sampleRate) throw new SpeechError('the sample rate changed');
    this.parts.push(audio.samples);
    this.position += durationOf(audio);
  }
}

const rounded = (seconds: number): number => Math.round(seconds * 1_000) / 1_000;
