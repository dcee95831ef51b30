import type { SpokenItem } from '@hamkhan/contracts/content';
import { SpeechError, type Pcm } from '../../infra/speech/speech-engine.js';
import { secondsOf, silence } from '../../infra/speech/wav.domain.js';
import type { Sentence } from '../translate/sentences.domain.js';
import type { SpokenText } from './spoken-text.domain.js';

/** After an item, in seconds; engines are silent for a moment after each sentence by themselves. */
const PAUSE_SECONDS = 0.45;

/** The sounds of a page one after the other, and when each is heard. */
export class SpokenTrack {
  private readonly sounds: Buffer[] = [];
  private readonly items: SpokenItem[] = [];
  private rate = 0;
  private at = 0;

  /** What is said of an item, sentence by sentence. @throws SpeechError for sounds that can't follow one another */
  add(text: SpokenText, sentences: readonly Sentence[], sounds: readonly Pcm[]): void {
    const start = this.at;
    const times = sentences.map(({ start: from, end: to }, index): [number, number, number, number] => {
      const sound = sounds[index];
      if (!sound) throw new SpeechError('a sentence without sound');
      const begins = this.at;
      this.append(sound);
      return [from, to, rounded(begins), rounded(this.at)];
    });
    this.items.push({ ...text, start: rounded(start), end: rounded(this.at), sentences: times });
    this.append({ samples: silence(PAUSE_SECONDS, this.rate), rate: this.rate });
  }

  /** All of it, with its length in seconds. */
  finish(): { sound: Pcm; seconds: number; items: SpokenItem[] } {
    const sound = { samples: Buffer.concat(this.sounds), rate: this.rate };
    return { sound, seconds: rounded(this.at), items: this.items };
  }

  private append(sound: Pcm): void {
    if (this.rate === 0) this.rate = sound.rate;
    if (sound.rate !== this.rate) throw new SpeechError('sounds of different pitch');
    this.sounds.push(sound.samples);
    this.at += secondsOf(sound);
  }
}

const rounded = (seconds: number): number => Math.round(seconds * 1_000) / 1_000;
